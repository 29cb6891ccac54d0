import { createHmac, createSecretKey } from 'node:crypto'

/** Stands in for a phone (254…) in names of streams and people: phones are too few for a plain hash. */
export type PhoneKey = (phone: string) => string

export const phoneKey = (secret: string): PhoneKey => {
  const key = createSecretKey(secret, 'utf8')
  return (phone) => createHmac('sha256', key).update(`phone ${phone}`).digest('hex')
}

/** The person whose key seals what is sent to this phone. */
export const getPerson = (key: ReturnType<PhoneKey>): string => `phone:${key}`
