import { createHmac } from 'node:crypto'

/** The same for the same parts, and out of reach of whoever does not know the secret, however few values there are. */
export type KeyedHash = (...parts: readonly string[]) => string

export const keyedHash =
  (secret: string): KeyedHash =>
  (...parts) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
