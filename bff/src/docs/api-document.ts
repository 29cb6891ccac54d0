import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { adminLocation, contract, delivery, publicLocation, trackedDelivery, user, type Who } from '@tuma/contracts/api'

/** A call in OpenAPI's form, with the roles that may make it. */
export type Operation = OpenAPI.OperationObject & { 'x-who': Who }

const described = `One address for browsers and programs. Money is whole Kenyan shillings, instants are ISO strings in UTC, days are Nairobi's.

A login returns a token: as a cookie, and in the answer, to be sent as \`Authorization: Bearer …\`. A request that changes something with the cookie alone, without the \`Sec-Fetch-Site\` that browsers send, needs \`X-Tuma-Web-App: 1\`. Scope comes from the session: what is not the caller's is answered as if it did not exist.

Pages of other origins may call this address where the installation lists them in \`ALLOWED_ORIGINS\`. They send the bearer token; only those on the same site as Tuma (another subdomain) may use the cookies instead. Scripts read the headers \`Link\`, \`x-total-count\`, \`x-next-cursor\`, \`x-left-out\`, \`x-server-time\` and \`retry-after\`.

A list without \`limit\` gives up to 500 rows. Where there are more, \`Link\` names the address of the next page (\`rel="next"\`).

An error is \`{ code, message, status, … }\`: programs go by the code, people read the message. Beside the codes of a call, 500 \`fault\` says that something went wrong on our side.

A change that a list does not show yet is answered with the header \`x-behind: 1\`.`

const idempotencyKey: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key again is the same request: it is done once, and answered alike. With other details it is refused as key_reused, on another path as key_used.',
  schema: { type: 'string' },
}
const listHeaders: Record<string, OpenAPI.HeaderObject> = {
  'x-total-count': {
    description: 'How many rows there are in all, as far as they are counted.',
    schema: { type: 'integer' },
  },
  'x-total-more': { description: '`true` where there are more of them than that.', schema: { type: 'string' } },
  Link: {
    description: 'The address of the next page, `rel="next"`; not there on the last.',
    schema: { type: 'string' },
  },
  'x-next-cursor': { description: 'The cursor of the next page; not there on the last.', schema: { type: 'string' } },
  'x-left-out': {
    description: 'How many damaged rows the list is without, until they are repaired; not there without any.',
    schema: { type: 'integer' },
  },
  'x-server-time': {
    description: 'The clock by which `dueAt` counts, as every answer has it.',
    schema: { type: 'string', format: 'date-time' },
  },
}

/** OpenAPI 3.1, from the contract. */
export const apiDocument = async (): Promise<OpenAPI.Document> => {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: { title: 'Tuma', version: '1', description: described },
    servers: [{ url: '/api' }],
    commonSchemas: Object.fromEntries(
      Object.entries({
        Delivery: delivery,
        TrackedDelivery: trackedDelivery,
        User: user,
        PublicLocation: publicLocation,
        AdminLocation: adminLocation,
      }).map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'tuma_session', description: 'On https __Host-tuma_session.' },
      },
    },
    customErrorResponseBodySchema: (errors) => ({
      type: 'object',
      properties: {
        code: { enum: errors.map(([code]) => code) },
        message: { type: 'string', examples: errors.map(([, message]) => message) },
        status: { type: 'integer' },
        defined: { const: true },
        data: { type: 'object' },
      },
      required: ['code', 'message', 'status'],
    }),
  })
  for (const call of Object.values(contract).flatMap((resource) => Object.values(resource))) {
    const { route, meta } = call['~orpc']
    const operation = document.paths?.[route.path ?? '']?.[(route.method ?? 'GET').toLowerCase() as 'get']
    if (operation) annotate(operation, meta.who, route.method)
  }
  return document
}

const annotate = (operation: OpenAPI.OperationObject, who: Who, method: string | undefined): void => {
  Object.assign(operation, { 'x-who': who, security: who === 'anyone' ? [] : [{ bearer: [] }, { cookie: [] }] })
  const parameters = (operation.parameters ?? []) as OpenAPI.ParameterObject[]
  const good = operation.responses?.['200'] as OpenAPI.ResponseObject | undefined
  if (good && parameters.some(({ name }) => name === 'cursor')) good.headers = listHeaders
  if (method === 'POST') operation.parameters = [...parameters, idempotencyKey]
}
