import type { TrackedDelivery } from '@tuma/contracts/api'
import { dayAndMonthInWords, dayInWords, type Language } from '@tuma/contracts/vocabulary'
import { escaped } from '../escaped.ts'
import { getPage } from './page.ts'
import { type Words, wordsIn } from './words.ts'

/**
 * What a sender must decide: since when the parcel waits, until when without an answer, and until when if they choose
 * so.
 */
export type ToDecide = {
  readonly parcel: TrackedDelivery
  readonly key: string
  /** Days in Nairobi. */
  readonly until: string | null
  readonly longerUntil: string | null
}

/**
 * A sender's decision, for every browser. `isSure`: they chose to have it back, which can not be undone, and are asked
 * again.
 */
export const decisionPage = (
  asked: ToDecide,
  { language, isSure }: { language: Language; isSure: boolean },
): string => {
  const words = wordsIn(language)
  const path = buildPath(asked)
  return getPage({
    language,
    title: words('decide.title'),
    path: isSure ? `${path}/back` : path,
    main:
      parcelLines(asked, words, language) + (isSure ? sureForm(path, words, language) : choice(asked, words, language)),
    footer: `<a href="/t/${encodeURIComponent(asked.parcel.trackingId)}?lang=${language}">${escaped(words('track.title'))}</a>`,
  })
}

const buildPath = ({ parcel, key }: ToDecide): string =>
  `/t/${encodeURIComponent(parcel.trackingId)}/${encodeURIComponent(key)}`

const parcelLines = ({ parcel, until }: ToDecide, words: Words, language: Language): string => {
  const { trackingId, receiver, shop, history } = parcel
  const since = history.findLast(({ status }) => status === 'delivered')?.at
  return `<section><p class="id">${escaped(trackingId)}</p>${[
    shop && since
      ? words('decide.since', { shop: shop.name, place: shop.place, day: dayInWords(since, language) })
      : null,
    words('decide.for', { name: receiver.name }),
    until === null ? null : words('decide.until', { day: dayInWords(until, language) }),
  ]
    .map((line) => (line === null ? '' : `<p>${escaped(line)}</p>`))
    .join('')}</section>`
}

/** A choice that can be undone is one press; another leads to a question first. */
const choice = (asked: ToDecide, words: Words, language: Language): string => {
  const { longerUntil } = asked
  const path = buildPath(asked)
  const wait =
    longerUntil === null
      ? `<p class="soft">${escaped(words('decide.noLonger'))}</p>`
      : getForm(path, 'wait', words('decide.wait', { day: dayAndMonthInWords(longerUntil, language) }), language)
  return `${wait}<a class="go other" href="${escaped(`${path}/back?lang=${language}`)}">${escaped(words('decide.back'))}</a>`
}

const sureForm = (path: string, words: Words, language: Language): string =>
  `<p class="due">${escaped(words('decide.sure'))}</p>${getForm(path, 'back', words('decide.yes'), language)}<a class="go other" href="${escaped(`${path}?lang=${language}`)}">${escaped(words('decide.no'))}</a>`

const getForm = (path: string, decision: 'wait' | 'back', label: string, language: Language): string =>
  `<form class="bare" action="${escaped(path)}" method="post"><input type="hidden" name="lang" value="${language}"><button name="decision" value="${decision}">${escaped(label)}</button></form>`
