import { type Catalogue, englishFor } from './catalogues.ts'

/** The names in `{{name}}`, sorted, each once. */
const placeholdersIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()

const pluralForm = /^(.+)_(one|other)$/

/** Whether two texts of a key use the same values. A plural form may write its number as a word: one row. */
export function takeSameValues(key: string, one: string, other: string): boolean {
  const values = (text: string) =>
    placeholdersIn(text)
      .filter((name) => !(name === 'count' && pluralForm.test(key)))
      .join()
  return values(one) === values(other)
}

function missingForms(keys: readonly string[]): string[] {
  const all = new Set(keys)
  return keys.flatMap((key) => {
    const [, word, form] = pluralForm.exec(key) ?? []
    const other = word && `${word}_${form === 'one' ? 'other' : 'one'}`
    return !other || all.has(other) ? [] : [other]
  })
}

/** The faults between the two languages of a catalogue, a sentence each. */
export function findFaults(catalogue: Catalogue): string[] {
  const { name, english, swahili } = catalogue
  const keys = Object.keys(swahili)
  const faults = [
    ...Object.keys(english)
      .filter((key) => !(key in swahili))
      .map((key) => `${key} has no Swahili`),
    ...keys.filter((key) => englishFor(catalogue, key) === undefined).map((key) => `${key} has no English`),
    ...missingForms([...new Set([...Object.keys(english), ...keys])]).map((key) => `the plural form ${key} is missing`),
    ...keys
      .filter((key) => !takeSameValues(key, englishFor(catalogue, key) ?? swahili[key] ?? '', swahili[key] ?? ''))
      .map((key) => `${key} has other placeholders in Swahili`),
    ...Object.keys({ ...catalogue.notes })
      .filter((key) => !(key in swahili))
      .map((key) => `the note on ${key} has no text`),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}
