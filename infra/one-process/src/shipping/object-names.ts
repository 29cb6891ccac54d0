/**
 * How objects are named. `0002-5f…` is a chain: copies and commits that follow one another without a gap of processes.
 *
 *     erased                                         people erased in any chain
 *     writer                                         the process that ships here, and its chain
 *     <chain>/base-<commit>-<made>/<part>, …/all     a copy of the data after a commit, and the list of its parts
 *     <chain>/log-<first>-<last>-<earliest>          commits, each whole
 *     <chain>/keys-<generation>/<part>, …/all, …/<first>-<last>   personal keys, and those of later commits
 */
export const erasedObject = 'erased'
export const writerObject = 'writer'

/** `made`, `earliest`: milliseconds since 1970 */
export type Base = { readonly chain: string; readonly number: number; readonly made: number }
export type Segment = {
  readonly chain: string
  readonly first: number
  readonly last: number
  readonly earliest: number
}
type Keys = { readonly chain: string; readonly generation: number }

/** As text, numbers are in their order. */
const digits = (number: number): string => String(number).padStart(15, '0')

export const toChain = (number: number, random: string): string => `${String(number).padStart(6, '0')}-${random}`
export const numberOfChain = (chain: string): number => Number(chain.slice(0, 6))

export const baseFolder = ({ chain, number, made }: Base): string => `${chain}/base-${digits(number)}-${digits(made)}/`
export const keysFolder = ({ chain, generation }: Keys): string => `${chain}/keys-${digits(generation)}/`
export const segmentName = ({ chain, first, last, earliest }: Segment): string =>
  `${chain}/log-${digits(first)}-${digits(last)}-${digits(earliest)}`
export const partName = (folder: string, part: number): string => `${folder}part-${String(part).padStart(6, '0')}`
export const listName = (folder: string): string => `${folder}all`
export const laterKeysName = (folder: string, first: number, last: number): string =>
  `${folder}${digits(first)}-${digits(last)}`

export const getChains = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => /^(\d{6}-\w+)\//.exec(name)?.[1] ?? [])),
]

/** Only those whose list of parts is there, oldest first. */
export const getBases = (names: readonly string[]): Base[] =>
  names.flatMap((name) => {
    const [, chain = '', number, made] = /^(.+)\/base-(\d+)-(\d+)\/all$/.exec(name) ?? []
    return chain ? [{ chain, number: Number(number), made: Number(made) }] : []
  })

/** In the order of their first commits; of those that begin alike, the longest comes last. */
export const getSegments = (names: readonly string[]): Segment[] =>
  names.flatMap((name) => {
    const [, chain = '', first, last, earliest] = /^(.+)\/log-(\d+)-(\d+)-(\d+)$/.exec(name) ?? []
    return chain ? [{ chain, first: Number(first), last: Number(last), earliest: Number(earliest) }] : []
  })

/** The newest complete keys of a chain; null when it has none. */
export const newestKeys = (names: readonly string[], chain: string): Keys | null => {
  const generations = names.flatMap((name) => {
    const [, own, generation] = /^(.+)\/keys-(\d+)\/all$/.exec(name) ?? []
    return own === chain ? [Number(generation)] : []
  })
  return generations.length > 0 ? { chain, generation: Math.max(...generations) } : null
}
