import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SealKey } from './callback-seal-key.ts'

/**
 * An address of ours that only Daraja knows. Daraja signs nothing, so the address is the only sign that a call comes
 * from Daraja. Every address has its own seal, so a leaked address opens no other one.
 */
export type Callback =
  | { readonly kind: 'prompt'; readonly checkoutId: string }
  | { readonly kind: 'confirmation' }
  | { readonly kind: 'validation' }
  | { readonly kind: 'status'; readonly about: string }
  /** Daraja gave up waiting; the result may still come. */
  | { readonly kind: 'status-late'; readonly about: string }

/** The word in the path, and the key that seals the path: the word alone opens nothing. */
export type Sealing = { readonly key: SealKey; readonly handle: string }

const root = '/api/callbacks/till'
const kinds: readonly Callback['kind'][] = ['prompt', 'confirmation', 'validation', 'status', 'status-late']

/**
 * @returns the path below our address. @throws RangeError for ids with other characters than digits, a–f and hyphens,
 * which may spell a word that Daraja refuses
 */
export const callbackPath = (sealing: Sealing, callback: Callback): string => {
  const id = getId(callback)
  if (id !== null && !/^[0-9a-f-]{8,128}$/.test(id))
    throw new RangeError('Such an id can not be part of an address that Daraja is told.')
  const about = id === null ? '' : `/${id}`
  return `${root}/${sealing.handle}/${callback.kind}${about}/${computeSeal(sealing, callback.kind, id)}`
}

/**
 * Reads the path of a call, below our address or below `/api/callbacks/till/`. @param handles the words that may be in
 * it
 * @returns null where we did not make it, in the same time whatever part of it is right
 */
export const readCallbackPath = (key: SealKey, handles: readonly string[], path: string): Callback | null => {
  const below = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  const [said = '', kindSaid, ...rest] = below.split('/')
  const kind = kinds.find((one) => one === kindSaid)
  if (kind === undefined) return null
  const id = kind === 'confirmation' || kind === 'validation' ? null : (rest.shift() ?? '')
  const [seal = '', ...more] = rest
  if (id === '' || more.length > 0) return null
  const known = handles.map((handle) => {
    const isSealed = sameText(seal, computeSeal({ key, handle }, kind, id))
    return sameText(said, handle) && isSealed
  })
  return known.includes(true) ? getCallback(kind, id ?? '') : null
}

const getCallback = (kind: Callback['kind'], id: string): Callback => {
  if (kind === 'confirmation' || kind === 'validation') return { kind }
  return kind === 'prompt' ? { kind, checkoutId: id } : { kind, about: id }
}

const getId = (callback: Callback): string | null => {
  if (callback.kind === 'prompt') return callback.checkoutId
  return 'about' in callback ? callback.about : null
}

/** In hexadecimal digits, which spell none of the words that Daraja refuses in an address. */
const computeSeal = ({ key, handle }: Sealing, kind: string, id: string | null): string =>
  createHmac('sha256', key)
    .update(`callback ${handle} ${kind} ${id ?? ''}`)
    .digest('hex')
    .slice(0, 40)

const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
