import { isDeepStrictEqual } from 'node:util'
import { calls, inPath, make } from '../api/calls.ts'
import type { TestProduct } from '../api/test-product.ts'

/** By call and person; a body without what differs between any two calls. */
export type Answers = ReadonlyMap<
  string,
  { readonly status: number; readonly code: string | null; readonly body: unknown }
>

const people = ['admin', 'agent.cbd'] as const
/** Streams that do not end, and what says how this process is: these differ without any damage. */
const notAsked: ReadonlySet<string> = new Set(['live.changes', 'operations.readModels'])
const lists = calls.filter(
  ({ name, method, path, input }) =>
    method === 'GET' && inPath(path).length === 0 && !notAsked.has(name) && (input === undefined || isOptional(input)),
)
function isOptional(input: NonNullable<(typeof calls)[number]['input']>): boolean {
  return input.safeParse({}).success || input.safeParse(undefined).success
}

/** Asks everything of the API that needs no id, as the office and as an agent. */
export const askLists = async (product: TestProduct): Promise<Answers> => {
  const answers = new Map<string, { status: number; code: string | null; body: unknown }>()
  for (const who of people) {
    const person = await signedIn(product, who)
    for (const call of lists) {
      const { status, body } = person
        ? await make(person, call)
        : { status: 503, body: { code: 'damaged', message: 'not signed in' } }
      const text = Buffer.isBuffer(body) || body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : body
      answers.set(`${who} ${call.name}`, { status, code: status < 400 ? null : (body?.code ?? null), body: text })
    }
  }
  return answers
}

/** Null while people cannot sign in, because accounts or sessions are damaged. */
const signedIn = (product: TestProduct, who: string) =>
  product.signedIn(who).catch((error: Error) => {
    if (/could not log in: 503$/.test(error.message)) return null
    throw error
  })

/** The calls that answer alike in two runs of the same data. */
export const stableCalls = (one: Answers, other: Answers): string[] =>
  [...one.keys()].filter((name) => isDeepStrictEqual(one.get(name), other.get(name)))

/** What no damage excuses: an answer that is no refusal in words. */
export const faultsIn = (answers: Answers): string[] =>
  [...answers]
    .filter(([, { status, code }]) => status >= 500 && code !== 'damaged' && code !== 'away')
    .map(([name, { status }]) => `${name} ${status}`)

/** The calls with another answer than before, those that say `damaged` included. */
export const changed = (before: Answers, now: Answers, stable: readonly string[]): string[] =>
  stable.filter((name) => !isDeepStrictEqual(before.get(name), now.get(name)))
