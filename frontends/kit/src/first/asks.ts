import { contract } from '@tuma/contracts/api'
import { pageLimit } from '@tuma/contracts/vocabulary'

type Contract = typeof contract
type CallName = { [R in keyof Contract & string]: `${R}.${keyof Contract[R] & string}` }[keyof Contract & string]

/**
 * A call of the contract by its name, with what is asked: 'agent.counts', or ['counter.toDo', { limit: '1' }]; or an address. A list
 * is asked for its first page, as `usePages` does. Names only, so that no area's script holds the schemas of the contract.
 */
export type Ask = CallName | readonly [CallName, Readonly<Record<string, string>>] | `/api/${string}`

type Call = { '~orpc': { route: { path?: string | undefined }; inputSchema?: object | undefined } }
const calls = new Map<string, Call>(
  Object.entries(contract as Record<string, Record<string, Call>>).flatMap(([resource, ofResource]) =>
    Object.entries(ofResource).map(([name, call]) => [`${resource}.${name}`, call] as const),
  ),
)

/** The address of a first question: "/api/agent/receiving?limit=…&status=delivered". */
export const getAddress = (ask: Ask): string => {
  const [name, input = {}] = typeof ask === 'string' ? [ask] : ask
  const call = calls.get(name)
  if (!call) return name
  const { route, inputSchema = {} } = call['~orpc']
  const isList = 'shape' in inputSchema && 'limit' in (inputSchema.shape as object)
  const query = new URLSearchParams({ ...(isList && { limit: `${pageLimit}` }), ...input }).toString()
  return `/api${route.path}${query && `?${query}`}`
}
