import { normalisePhone } from '@tuma/contracts/vocabulary'

/** As many as the server takes at once. */
export const maxRecipients = 1000

export type Typed = { phones: string[]; invalid: boolean }

/** One number, or several with commas between them; each once, in the stored form. One that can't be read spoils all. */
export const phonesIn = (typed: string): Typed => {
  const phones = typed
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== '')
    .map(normalisePhone)
  const valid = phones.filter((phone) => phone !== null)
  return { phones: [...new Set(valid)], invalid: valid.length === 0 || valid.length < phones.length }
}
