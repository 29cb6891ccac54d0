import { normalisePhone } from '@tuma/contracts/vocabulary'

/** The limit of the server for one request. */
export const maxRecipients = 1000

export type Typed = { phones: string[]; invalid: boolean }

/** One number, or several with commas; each once, in the stored form. A number that cannot be read makes all invalid. */
export const phonesIn = (typed: string): Typed => {
  const phones = typed
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== '')
    .map(normalisePhone)
  const valid = phones.filter((phone) => phone !== null)
  return { phones: [...new Set(valid)], invalid: valid.length === 0 || valid.length < phones.length }
}
