import { isDeepStrictEqual } from 'node:util'
import { type ApiInputs, type Contract, contract, type Who } from '@tuma/contracts/api'
import { type RefusalCode, refusals } from '@tuma/contracts/vocabulary'
import * as z from 'zod/mini'
import type { Answer, Visitor } from './visitor.ts'

type Resource = keyof Contract & string
/** For example `users.login`. */
export type CallName = { [R in Resource]: `${R}.${keyof Contract[R] & string}` }[Resource]

/** What a caller sends with a call. */
export type InputOf<Name extends CallName> = Name extends `${infer R}.${infer C}`
  ? R extends keyof ApiInputs
    ? C extends keyof ApiInputs[R]
      ? ApiInputs[R][C]
      : never
    : never
  : never

export type Call = {
  readonly name: CallName
  readonly method: string
  readonly path: string
  readonly who: Who
  readonly input: z.ZodMiniType | undefined
  readonly output: z.ZodMiniType
  readonly goodStatus: number
  /** Its output names the status, of several, with the body. */
  readonly detailed: boolean
  readonly codes: readonly RefusalCode[]
}

/** Every call of the contract. The tests read what to expect of each call from here. */
export const calls: readonly Call[] = Object.entries(contract).flatMap(([resource, ofResource]) =>
  Object.entries(ofResource).map(([name, call]) => {
    const { route, meta, inputSchema, outputSchema, errorMap } = call['~orpc']
    return {
      name: `${resource}.${name}` as CallName,
      method: route.method ?? '',
      path: `/api${route.path}`,
      who: meta.who,
      input: inputSchema as z.ZodMiniType | undefined,
      output: outputSchema as unknown as z.ZodMiniType,
      goodStatus: route.successStatus ?? 200,
      detailed: route.outputStructure === 'detailed',
      codes: Object.keys(errorMap) as RefusalCode[],
    }
  }),
)

export const inPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/**
 * Makes the call as a program would: fills the names in the path from the input, and sends the rest in the query or the
 * body.
 */
export const make = (person: Visitor, call: Call, input: object = {}): Promise<Answer> => {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name])),
  )
  const rest = Object.entries(input).filter(([name]) => !inPath(call.path).includes(name))
  if (call.method !== 'GET') return person.ask(call.method, path, Object.fromEntries(rest))
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]))
  return person.get(query.size > 0 ? `${path}?${query}` : path)
}

/** @returns what is wrong with an answer by the call's own contract, or null */
export const wrongWith = (call: Call, { status, body, headers }: Answer): string | null => {
  if (call.detailed && status < 300) return wrongWithGood(call, { status, body }, headers)
  if (status === call.goodStatus) return wrongWithGood(call, body, headers)
  const { code, message } = body
  if (!Object.hasOwn(refusals, code)) return `${status} ${code} is in no catalogue`
  if (!call.codes.includes(code)) return `${status} ${code} is not a refusal of ${call.name}`
  if (refusals[code as RefusalCode].status !== status) return `${code} came as ${status}`
  if (typeof message !== 'string' || message === '') return `${code} has no sentence`
  return null
}

const wrongWithGood = (call: Call, body: unknown, headers: Headers): string | null => {
  const type = headers.get('content-type') ?? ''
  switch (call.name) {
    case 'live.changes':
      return type.startsWith('text/event-stream') ? null : `${type} is no stream of events`
    case 'deliveries.receipt':
    case 'counter.label':
    case 'counter.labels':
    case 'stickers.makeRoll':
    case 'money.statementPdf':
      return String(body).startsWith('%PDF-') && type === 'application/pdf' ? null : 'that is no paper'
    case 'adminDeliveries.csv':
    case 'people.csv':
    case 'audit.csv':
    case 'books.csv':
    case 'books.paidOutCsv':
    case 'money.statementCsv':
      return type.startsWith('text/csv') ? null : `${type} is no table`
    default: {
      const parsed = z.safeParse(call.output, body)
      if (!parsed.success) return `the answer breaks its schema: ${parsed.error.issues[0]?.path.join('.')}`
      return isDeepStrictEqual(parsed.data, body) ? null : 'the answer says more than its schema'
    }
  }
}
