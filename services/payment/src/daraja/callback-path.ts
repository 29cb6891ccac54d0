import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * An address of ours that only Daraja was told. Nothing else shows that what comes there is hers: she signs nothing. A
 * prompt, and a question about a payment, has one of its own, so that whoever saw one can forge nothing about another.
 */
export type Callback =
  | { readonly kind: 'prompt'; readonly checkoutId: string }
  | { readonly kind: 'confirmation' }
  | { readonly kind: 'validation' }
  | { readonly kind: 'status'; readonly about: string }
  /** She gave up waiting; the result may come all the same. */
  | { readonly kind: 'status-late'; readonly about: string }

const root = '/api/callbacks/till'
const kinds: readonly Callback['kind'][] = ['prompt', 'confirmation', 'validation', 'status', 'status-late']

/** @returns the path beneath our address. @throws RangeError for ids that are not of digits, a–f and hyphens: others may spell a word that Daraja refuses */
export const callbackPath = (secret: string, callback: Callback): string => {
  const id = idOf(callback)
  if (id === null) return `${root}/${secret}/${callback.kind}`
  if (!/^[0-9a-f-]{8,128}$/.test(id))
    throw new RangeError('Such an id can not stand in an address that Daraja is told.')
  return `${root}/${secret}/${callback.kind}/${id}/${sealOf(secret, callback.kind, id)}`
}

/**
 * Of a path as it came, beneath our address or beneath `/api/callbacks/till/`; null where none of the secrets made it. It
 * takes the same time whatever is alike in them.
 */
export const readCallbackPath = (secrets: readonly string[], path: string): Callback | null => {
  const beneath = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  const [secret = '', said = '', id, seal, ...more] = beneath.split('/')
  const kind = kinds.find((one) => one === said)
  if (kind === undefined || more.length > 0) return null
  const known = secrets.map((ours) => {
    const sealed = id === undefined || sameText(seal ?? '', sealOf(ours, kind, id))
    return sameText(secret, ours) && sealed
  })
  return known.includes(true) ? callbackOf(kind, id) : null
}

const callbackOf = (kind: Callback['kind'], id: string | undefined): Callback | null => {
  if (kind === 'confirmation' || kind === 'validation') return id === undefined ? { kind } : null
  if (id === undefined) return null
  return kind === 'prompt' ? { kind, checkoutId: id } : { kind, about: id }
}

const idOf = (callback: Callback): string | null => {
  if (callback.kind === 'prompt') return callback.checkoutId
  return 'about' in callback ? callback.about : null
}

/** In hexadecimal digits, which spell none of the words that Daraja refuses in an address. */
const sealOf = (secret: string, kind: string, id: string): string =>
  createHmac('sha256', secret).update(`callback ${kind} ${id}`).digest('hex').slice(0, 40)

const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
