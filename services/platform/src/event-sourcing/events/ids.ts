import { createHmac, createSecretKey, hash as digest } from 'node:crypto'
import { canonicalJson } from './checksum.ts'

/** The source of randomness: the machine's, or a simulation's, which repeats it. */
export type RandomBytes = (count: number) => Uint8Array

/** A UUID that is always the same for the same parts, for repeatable ids of streams and commands. */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  uuid(digest('sha256', JSON.stringify(parts), 'hex'), 5)

/** A unique UUID, for the id of an event: another attempt must not be mistaken for this one. */
export const randomId = (randomBytes: RandomBytes): string => uuid(Buffer.from(randomBytes(16)).toString('hex'), 4)

/** @param hex at least 32 digits */
const uuid = (hex: string, version: number): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Hashes that only one service can make: they cannot be guessed, and the content cannot be searched, even among few
 * values.
 */
export type KeyedHash = (label: string, ...content: readonly unknown[]) => string

/** @param content JSON; the order of an object's fields makes no difference. @returns 64 hexadecimal digits */
export const keyedHash = (secret: string): KeyedHash => {
  // From a text the key would be made again for each hash, which costs seven times as much as hashing.
  const key = createSecretKey(secret, 'utf8')
  return (...parts) => createHmac('sha256', key).update(canonicalJson(parts)).digest('hex')
}
