import { hkdfSync } from 'node:crypto'

/** The key of the seals. All replicas of payment derive the same one; it is in no address and not stored. */
export type SealKey = Buffer

/** @param secret the secret of the process. @returns 32 bytes, by HKDF with SHA-256 (RFC 5869) */
export const callbackSealKey = (secret: string): SealKey =>
  Buffer.from(hkdfSync('sha256', secret, '', 'tuma payment callback addresses', 32))
