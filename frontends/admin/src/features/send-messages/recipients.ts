import { normalisePhone } from '@tuma/contracts/vocabulary'

/** The most recipients that the server accepts at once. */
export const maxRecipients = 1000

export type Typed = { phones: string[]; invalid: boolean }

/** Reads one number, or several with commas; each once, in the stored form. One bad number makes all of them invalid. */
export const phonesIn = (typed: string): Typed => {
  const phones = typed
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== '')
    .map(normalisePhone)
  const valid = phones.filter((phone) => phone !== null)
  return { phones: [...new Set(valid)], invalid: valid.length === 0 || valid.length < phones.length }
}
