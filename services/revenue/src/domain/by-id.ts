/**
 * Values by id that are a value themselves: with one more they are others, and share with those before all but the few
 * nodes on the way to it. So a state can be made of each event of a stream that lives for years.
 */
export type ById<Value> = Node<Value> | undefined

type Node<Value> = Branch<Value> | Leaf<Value>
type Branch<Value> = { readonly below: readonly ById<Value>[] }
/** Ids of one hash; hardly ever more than one. */
type Leaf<Value> = { readonly hash: number; readonly own: readonly (readonly [id: string, value: Value])[] }

const bits = 4
const ways = 2 ** bits

const slotOf = (hash: number, depth: number): number => (hash >>> (bits * depth)) & (ways - 1)

/** FNV-1a. */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export const valueIn = <Value>(map: ById<Value>, id: string): Value | undefined => {
  const hash = hashOf(id)
  let node = map
  for (let depth = 0; node && 'below' in node; depth++) node = node.below[slotOf(hash, depth)]
  return node?.hash === hash ? node.own.find(([own]) => own === id)?.[1] : undefined
}

export const withValue = <Value>(map: ById<Value>, id: string, value: Value): ById<Value> =>
  changed(map, { hash: hashOf(id), id, own: [[id, value]] }, 0)

export const without = <Value>(map: ById<Value>, id: string): ById<Value> =>
  valueIn(map, id) === undefined ? map : changed(map, { hash: hashOf(id), id, own: [] }, 0)

/** In no order that means anything. */
export const entriesOf = <Value>(map: ById<Value>): (readonly [id: string, value: Value])[] => {
  if (map === undefined) return []
  return 'below' in map ? map.below.flatMap(entriesOf) : [...map.own]
}

/** What stands under an id from now on; nothing: it is gone. */
type Change<Value> = Leaf<Value> & { readonly id: string }

const changed = <Value>(node: ById<Value>, change: Change<Value>, depth: number): ById<Value> => {
  const { hash, id, own } = change
  if (node === undefined) return { hash, own }
  if ('below' in node) return inBranch(node.below, change, depth)
  if (node.hash !== hash) {
    const alone = Array.from({ length: ways }, (_, slot) => (slot === slotOf(node.hash, depth) ? node : undefined))
    return inBranch(alone, change, depth)
  }
  const all = [...node.own.filter(([other]) => other !== id), ...own]
  return all.length === 0 ? undefined : { hash, own: all }
}

const inBranch = <Value>(below: Branch<Value>['below'], change: Change<Value>, depth: number): ById<Value> => {
  const slot = slotOf(change.hash, depth)
  const next = below.with(slot, changed(below[slot], change, depth + 1))
  return next.every((node) => node === undefined) ? undefined : { below: next }
}
