import { createHmac, createSecretKey, hash as digest } from 'node:crypto'
import { canonicalJson } from './checksum.ts'

/** Where chance comes from: the machine's, or a simulation's, which repeats it. */
export type RandomBytes = (count: number) => Uint8Array

/** A UUID that is always the same for the same parts: ids of streams and commands that must be repeatable. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  uuid(digest('sha256', JSON.stringify(parts), 'hex'), 5)

/** A UUID that nobody else has: the id of an event, of which another attempt must not be mistaken for this one. */
export const randomId = (randomBytes: RandomBytes): string => uuid(Buffer.from(randomBytes(16)).toString('hex'), 4)

/** @param hex at least 32 digits */
const uuid = (hex: string, version: number): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Hashes that only one service can make: neither to be guessed nor searched for what went in, however few values there are. */
export type KeyedHash = (label: string, ...content: readonly unknown[]) => string

/** @param content JSON; the order of an object's fields makes no difference. @returns 64 hexadecimal digits */
export const keyedHash = (secret: string): KeyedHash => {
  // From a text the key would be made anew for each hash, which costs seven times what hashing does.
  const key = createSecretKey(secret, 'utf8')
  return (...parts) => createHmac('sha256', key).update(canonicalJson(parts)).digest('hex')
}
