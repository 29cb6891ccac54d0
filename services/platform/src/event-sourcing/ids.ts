import { createHash } from 'node:crypto'

/** A UUID that is always the same for the same parts: ids of events, streams and commands that must be repeatable. */
export const derivedId = (...parts: readonly (string | number)[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
