import type { RowKind } from '@tuma/contracts/vocabulary'

/** The words of a row: `reason` is the column Reason Type or Transaction Type, empty where the file has none. */
export type RowWords = { readonly details: string; readonly reason: string; readonly status: string }

export type ReadKind = {
  readonly kind: RowKind
  /** For a kind that is not in the table: M-Pesa's own words for it. Null for a known kind, or without words. */
  readonly name: string | null
  /** The words name a charge. A payment out and its charge have the same receipt and sign, and differ only here. */
  readonly isCharge: boolean
}

const maxNameWords = 6
const maxNameLength = 60

/** M-Pesa's own nouns after "to"; any other word there is the name of a person or a business. */
const ownNouns =
  'merchant|customer|organi[sz]ation|business|small business|bank|settlement|settle|utility|working|mmf|revenue|charges? paid|own|other own|m-?pesa|fsi|till|pay ?bill'
const endOfBeginning = new RegExp(
  `\\b(?:from|by|via|for|of)\\b|\\bacc\\b|\\bto\\b(?!\\s+(?:${ownNouns})\\b)|[+*\\d]{4,}|\\s[-–—]\\s`,
  'i',
)

/**
 * M-Pesa's own words at the beginning of Details. A stranger typed what follows from, by, Acc. or a number, so that is
 * never part of it.
 */
export const getBeginning = (details: string): string => {
  const text = details.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  const end = text.search(endOfBeginning)
  return (end === -1 ? text : text.slice(0, end)).replace(/[\s.,:;–—-]+$/, '').trim()
}

const customers = '(?:customer |organi[sz]ation |business |small business |pochi(?: la biashara)? )?'
const accounts = '(?:utility|working|mmf|m-?pesa|merchant|revenue|settlement|charges? paid|own)(?: account)?'
/** Another till is a merchant too, so only "Merchant Account" is our own. */
const ownAccounts =
  '(?:(?:utility|working|mmf|m-?pesa|revenue|charges? paid|own)(?: account)?|(?:merchant|settlement) account)'
const owner = '(?:business |organi[sz]ation )?'

/** `sign`: 1 for money in, -1 for money out, 0 for both. The first row that matches decides. */
const table: readonly { readonly kind: RowKind; readonly sign: -1 | 0 | 1; readonly beginning: RegExp }[] = [
  // A customer, at the paybill or at the till.
  { kind: 'payment', sign: 1, beginning: new RegExp(`^${customers}(?:pay ?bill|pay utility|utility payment)\\b`) },
  {
    kind: 'payment',
    sign: 1,
    beginning: new RegExp(`^${customers}(?:merchant payment|pay(?:ment to)? merchant|buy goods)\\b`),
  },
  { kind: 'payment', sign: 1, beginning: /^lipa na m-?pesa\b/ },
  {
    kind: 'payment',
    sign: 1,
    beginning: /^customer (?:payment )?to (?:merchant|small business|business|organi[sz]ation)\b/,
  },
  // Another till or paybill.
  {
    kind: 'payment',
    sign: 1,
    beginning: /^(?:merchant|business|organi[sz]ation|till) to (?:merchant|till)(?: payment)?$/,
  },
  // A bank's app, or another network.
  {
    kind: 'payment',
    sign: 1,
    beginning: /^(?:fsi|bank|airtel(?: money)?) to (?:merchant|organi[sz]ation|business|till|pay ?bill)\b/,
  },
  { kind: 'payment', sign: 1, beginning: /^(?:fsi|bank) (?:merchant )?payment$/ },
  // Pochi la Biashara.
  {
    kind: 'payment',
    sign: 1,
    beginning: /^(?:small business|pochi(?: la biashara)?)(?: to (?:merchant|till))?(?: pay(?:ment)?)?\b/,
  },
  { kind: 'overdraft', sign: 0, beginning: /^(?:[a-z-]+ ){0,2}(?:overdraft|od|loan|fuliza)\b/ },
  { kind: 'paid_out', sign: -1, beginning: /^merchant (?:to )?customer payment\b/ },
  { kind: 'paid_out', sign: -1, beginning: /^(?:merchant|business|organi[sz]ation|utility|working) to customer\b/ },
  { kind: 'paid_out', sign: -1, beginning: /^(?:business|salary|promotion|b2c)(?: payment)?(?: to customer)?$/ },
  { kind: 'paid_out', sign: -1, beginning: /^(?:merchant |business )?(?:send money|customer transfer)\b/ },
  {
    kind: 'settled',
    sign: 0,
    beginning: new RegExp(`^${owner}${accounts} to (?:organi[sz]ation )?(?:settlement|bank)\\b`),
  },
  { kind: 'settled', sign: 0, beginning: /^(?:[a-z-]+ ){0,3}(?:settle(?:ment)?|withdraw(?:al)?)\b/ },
  { kind: 'settled', sign: -1, beginning: /^(?:merchant|organi[sz]ation|business) to (?:settlement|bank|fsi)\b/ },
  { kind: 'settled', sign: 0, beginning: /^funds transfer\b/ },
  { kind: 'sweep', sign: 0, beginning: new RegExp(`^${owner}${ownAccounts} to ${owner}${ownAccounts}\\b`) },
  { kind: 'sweep', sign: 0, beginning: /^(?:auto(?:matic)? )?(?:sweep|transfer (?:between|to) own|own account)\b/ },
]

/** Money out to a phone, by any name. */
const toAPhone = /\bto\s+(?:\+?254|0)[17\d*][\d*]{5,}/i

/**
 * The kind of a row, by the table of beginnings. Details decide first, because every layout has them and only some have
 * the reason.
 * @param cents what the till gains, negative where it loses
 */
export const readKind = ({ details, reason, status }: RowWords, cents: number): ReadKind => {
  const beginning = getBeginning(details)
  const words = [beginning, reason.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()].map((one) => one.toLowerCase())
  const says = (word: RegExp) => words.some((one) => word.test(one))
  const isCharge = /\b(?:charges?|fee)\b(?! paid)/.test(words[0] ?? '')
  const known = (kind: RowKind): ReadKind => ({ kind, name: null, isCharge })
  const unknown: ReadKind = { kind: 'other', name: nameOf(beginning, reason), isCharge }
  if (!/^completed$/i.test(status)) return known('failed')
  if (says(/\brevers(?:al|ed|e)\b/)) return cents < 0 ? known('reversal') : unknown
  if (says(/\b(?:charges?|fee)\b(?! paid)/)) return cents < 0 ? known('charge') : unknown
  for (const one of words) {
    const found = table.find(({ sign, beginning: fits }) => sign * cents >= 0 && fits.test(one))
    if (found) return known(found.kind)
  }
  return cents < 0 && toAPhone.test(details) ? known('paid_out') : unknown
}

/** Only letters and spaces, so that it contains neither a name with a number nor an amount. */
const nameOf = (beginning: string, reason: string): string | null =>
  [reason, beginning].map(bareName).find((one) => one.length > 2) ?? null

const bareName = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\s/&-]/gu, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, maxNameWords)
    .join(' ')
    .slice(0, maxNameLength)
