/** What a file's name says about its statement. It has no effect before an admin has confirmed it. */
export type StatementProposal = {
  /** 5 to 7 digits. */
  readonly shortCode: string | null
  /** Days, YYYY-MM-DD; both or none. */
  readonly from: string | null
  readonly to: string | null
}

const maxNameLength = 200

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A day, and the time that some names have after it. */
const days =
  /(?<!\d)(?:(?<y1>20\d{2})[-. ]?(?<m1>\d{2})[-. ]?(?<d1>\d{2})|(?<d2>\d{1,2})(?:[-. ](?<m2>\d{1,2})[-. ]|[-. ]?(?<name>[a-z]{3,9})[-. ]?)(?<y2>20\d{2}))(?:[-t. ]*\d{2}[-.: ]?\d{2}[-.: ]?\d{2})?(?!\d)/g

const named = /\b(?:for|of|org|short ?code|till(?: ?no)?|pay ?bill)[ .:-]*(\d{5,7})(?!\d)/
const anyCode = /(?<!\d)\d{5,7}(?!\d)/g

/**
 * Reads names like `Statements for 123456 from 2026-11-01 to 2026-11-26.csv` or
 * `ORG_600100_Utility_20261101-20261126.xlsx`.
 * @returns null where the name has neither a short code nor a period
 */
export const readFileName = (fileName: string): StatementProposal | null => {
  if (fileName.length > maxNameLength) return null
  const words = fileName.normalize('NFKC').toLowerCase().replaceAll('_', ' ')
  const found = [...words.matchAll(days)].flatMap(({ groups = {} }) => dayIn(groups) ?? [])
  const [from = null, to = null] = found.length === 2 ? found.toSorted() : []
  const shortCode = codeIn(words.replaceAll(days, ' / '))
  return shortCode === null && from === null ? null : { shortCode, from, to }
}

const dayIn = ({ y1, m1, d1, y2, m2, d2, name }: Readonly<Record<string, string | undefined>>): string | null => {
  const month = name === undefined ? (m1 ?? m2) : String(months.indexOf(name.slice(0, 3)) + 1)
  const day = `${y1 ?? y2}-${(month ?? '').padStart(2, '0')}-${(d1 ?? d2 ?? '').padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}

/** With two possible numbers, and no word before either, the name has no short code. */
const codeIn = (words: string): string | null => {
  const codes = [...new Set(words.match(anyCode))]
  return named.exec(words)?.[1] ?? (codes.length === 1 ? (codes[0] ?? null) : null)
}
