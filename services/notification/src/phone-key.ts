import { createHmac, createSecretKey } from 'node:crypto'

/** What stands for a phone (254…) in the names of streams and people: there are too few numbers for a plain hash. */
export type PhoneKey = (phone: string) => string

export const phoneKey = (secret: string): PhoneKey => {
  const key = createSecretKey(secret, 'utf8')
  return (phone) => createHmac('sha256', key).update(`phone ${phone}`).digest('hex')
}

/** Whoever has that phone: the person whose key seals it. */
export const getPerson = (key: ReturnType<PhoneKey>): string => `phone:${key}`
