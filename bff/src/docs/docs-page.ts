import type { JSONSchema, OpenAPI } from '@orpc/openapi'
import { escaped } from '../escaped.ts'
import type { Operation } from './api-document.ts'
import { getType } from './docs-types.ts'

export const docsStyle = `
body{font:16px/1.5 system-ui,sans-serif;color:#111;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1,h2,a{color:#12593d}h2{margin-top:3rem;text-transform:capitalize}
article{border-top:1px solid #ccc;padding:.5rem 0 1rem}h3{font-size:1rem;margin:.5rem 0;overflow-wrap:anywhere}
code,pre{font:.875rem/1.5 ui-monospace,monospace}pre{background:#f4f4f4;padding:.5rem .75rem;overflow-x:auto;margin:.25rem 0}
nav a{display:inline-block;margin:0 1rem .25rem 0}p,ul{margin:.25rem 0}small{color:#555}li{overflow-wrap:anywhere}`

const whoSentences: Record<string, string> = {
  anyone: 'Anyone',
  'user,agent,admin': 'Everybody who is signed in',
  agent: 'Agents',
  'agent,admin': 'Agents and admins',
  admin: 'Admins',
}
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

type Refusal = { readonly status: string; readonly code: string; readonly message: string }
type Call = {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly refusals: Refusal[]
}

/** The same document for people: every call by its resource, its roles, its input and its answer. */
export const docsPage = (document: OpenAPI.Document): string => {
  const calls = getCalls(document)
  const isPublic = ({ operation }: Call) => operation['x-who'] === 'anyone'
  const everywhere = sharedBy(calls)
  const signedIn = sharedBy(calls.filter((call) => !isPublic(call))).filter((refusal) => !isAmong(everywhere, refusal))
  const known = [...everywhere, ...signedIn]
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? '')
  const shapes = Object.entries(document.components?.schemas ?? {})

  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(document.info.title)} API</title><style>${docsStyle}</style>
<h1>${escaped(document.info.title)} API</h1>
${(document.info.description ?? '').split('\n\n').map(paragraph).join('\n')}
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI ${escaped(document.openapi)}).</p>
<p>Any call may be refused with</p>${list(everywhere.map(refusalItem))}
<p>and one that is not for anyone also with</p>${list(signedIn.map(refusalItem))}
<nav>${[...groups.keys()].map((tag) => `<a href="#${anchor(tag)}">${escaped(tag)}</a>`).join('')}</nav>
${[...groups].map(([tag, ofTag]) => `<h2 id="${anchor(tag)}">${escaped(tag)}</h2>\n${ofTag.map((call) => callItem(call, known)).join('\n')}`).join('\n')}
<h2>Shapes</h2>
${shapes.map(([name, schema]) => `<h3 id="${name}">${name}</h3><pre>${getType(schema)}</pre>`).join('\n')}
</html>`
}

const getCalls = ({ paths = {} }: OpenAPI.Document): Call[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method] as Operation | undefined
      if (!operation) return []
      return [{ method: method.toUpperCase(), path: `/api${path}`, operation, refusals: toRefusals(operation) }]
    }),
  )

const toRefusals = ({ responses = {} }: Operation): Refusal[] =>
  Object.entries(responses).flatMap(([status, answer]) => {
    if (Number(status) < 400) return []
    const { content } = answer as OpenAPI.ResponseObject
    const error = content?.['application/json']?.schema as (JSONSchema & object) | undefined
    const { code, message } = (error?.properties ?? {}) as Record<string, JSONSchema & object>
    const codes = (code?.enum ?? []) as string[]
    return codes.map((code, index) => ({ status, code, message: String(message?.examples?.[index] ?? '') }))
  })

const isAmong = (refusals: readonly Refusal[], { code }: Refusal): boolean =>
  refusals.some((other) => other.code === code)

const sharedBy = (calls: readonly Call[]): Refusal[] =>
  (calls[0]?.refusals ?? []).filter((refusal) => calls.every(({ refusals }) => isAmong(refusals, refusal)))

const callItem = ({ method, path, operation, refusals }: Call, known: readonly Refusal[]): string => {
  const { parameters = [], requestBody, responses = {}, 'x-who': who } = operation
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return `<article><h3><code>${method} ${escaped(path)}</code></h3>
<p>${escaped(whoSentences[String(who)] ?? String(who))}</p>
${list((parameters as OpenAPI.ParameterObject[]).map(parameterItem))}
${getContent(requestBody as OpenAPI.RequestBodyObject | undefined)}
${list([...good.map(([status, answer]) => answerItem(status, answer as OpenAPI.ResponseObject)), ...refusals.filter((refusal) => !isAmong(known, refusal)).map(refusalItem)])}</article>`
}

const parameterItem = ({ name, in: place, required, schema, description }: OpenAPI.ParameterObject): string =>
  `<code>${escaped(name)}: ${getType(schema)}</code> <small>${escaped(place ?? '')}${required ? '' : ', optional'}. ${escaped(description ?? '')}</small>`

const answerItem = (status: string, answer: OpenAPI.ResponseObject): string => {
  const headers = Object.entries(answer.headers ?? {}).map(
    ([name, header]) =>
      `<code>${name}</code> <small>${escaped((header as OpenAPI.HeaderObject).description ?? '')}</small>`,
  )
  return `<b>${status}</b>${getContent(answer)}${list(headers)}`
}

const refusalItem = ({ status, code, message }: Refusal): string =>
  `<b>${status}</b> <code>${escaped(code)}</code> <small>${escaped(message)}</small>`

const getContent = (holder: { readonly content?: Record<string, OpenAPI.MediaTypeObject> } | undefined): string =>
  Object.entries(holder?.content ?? {})
    .map(
      ([type, { schema }]) => `<pre>${type === 'application/json' ? '' : `${escaped(type)} `}${getType(schema)}</pre>`,
    )
    .join('')

const list = (items: readonly string[]): string =>
  items.length > 0 ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : ''
const paragraph = (words: string): string => `<p>${escaped(words).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`
const anchor = (tag: string): string => tag.replace(/\W+/g, '-')
