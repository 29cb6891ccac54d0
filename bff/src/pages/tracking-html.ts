import type { TrackedDelivery } from '@tuma/contracts/api'
import {
  awaitsCode,
  dayInWords,
  displayPhone,
  formatKsh,
  hereKey,
  type Language,
  momentKey,
  shopInWords,
  stepsAhead,
  timeInWords,
  trackingStage,
} from '@tuma/contracts/vocabulary'
import { escaped } from '../escaped.ts'
import { pageOf } from './page.ts'
import { type Words, wordsIn } from './words.ts'

/** What there is to say: the parcel, why none is shown, or nothing yet. */
export type Looked = TrackedDelivery | 'page.notFound' | 'page.tooMany' | 'page.failed' | null

/** What is said above all else: what was pressed for here just now, or why nothing came of it. */
export type Said = { readonly key: Done | NotDone; readonly isBad: boolean }
export type Done = 'page.chosen' | 'page.codeSent' | 'decide.waits' | 'decide.goesBack'
export type NotDone = 'decide.spent' | 'decide.waitedLongest' | 'here.held'

type Asked = {
  readonly language: Language
  readonly asked: string
  readonly said: Said | null
  /** Of ours, for whoever has a question. */
  readonly phone: string
  /** ISO. */
  readonly now: string
}

/**
 * Where a parcel is, for any browser. @param asked what stands in the field: an id as somebody typed it
 */
export const trackingPage = (looked: Looked, { language, asked, said, phone, now }: Asked): string => {
  const words = wordsIn(language)
  const found = looked !== null && typeof looked === 'object'
  const id = found ? looked.trackingId : asked
  const whole = id === '' ? '/trackDelivery' : `/trackDelivery?id=${encodeURIComponent(id)}`
  const parcel = found
    ? parcelSection(looked, words, language, now) + codeForm(looked, words, language) + languageForm(looked, words)
    : ''
  return pageOf({
    language,
    title: words('track.title'),
    path: id === '' ? '/t' : `/t/${encodeURIComponent(id)}`,
    main: `${found && said ? saidLine(said, words) : ''}${parcel}${typeof looked === 'string' ? `<p class="no" role="alert">${escaped(words(looked))}</p>` : ''}
<form action="/t" method="get"><label for="id">${escaped(words('track.id'))}</label><p class="soft">${escaped(words('track.intro'))}</p><input id="id" name="id" maxlength="64" required autocomplete="off" autocapitalize="characters" spellcheck="false" value="${found ? '' : escaped(asked)}"><input type="hidden" name="lang" value="${language}"><button>${escaped(words('track.go'))}</button></form>`,
    footer: `<a href="${escaped(whole)}">${escaped(words('page.inFull'))}</a>${phoneLink(phone)}`,
  })
}

const saidLine = ({ key, isBad }: Said, words: Words): string =>
  isBad
    ? `<p class="no" role="alert">${escaped(words(key))}</p>`
    : `<p class="due" role="status">${escaped(words(key))}</p>`

/** As any telephone dials it. */
const phoneLink = (phone: string): string =>
  `<a class="one-line" href="tel:${escaped(phone.replace(/[^\d+]/g, ''))}">${escaped(phone)}</a>`

/** Whose code it is depends on the way it goes. */
const codeForm = (parcel: TrackedDelivery, words: Words, language: Language): string => {
  if (!awaitsCode(parcel)) return ''
  const key = parcel.leg === 'back' ? 'page.newCodeBack' : 'page.newCode'
  return `<form action="/t/${encodeURIComponent(parcel.trackingId)}/code" method="post"><p class="soft">${escaped(words(`${key}Hint`))}</p><button class="one" name="lang" value="${language}">${escaped(words(key))}</button></form>`
}

/** In its own words, whatever the page is in. */
const languageForm = ({ trackingId }: TrackedDelivery, words: Words): string =>
  `<form action="/t/${encodeURIComponent(trackingId)}/language" method="post"><p class="soft">${escaped(words('page.messages'))}</p><button class="one" name="language" value="en" lang="en">English</button> <button class="one" name="language" value="sw" lang="sw">Kiswahili</button></form>`

const parcelSection = (parcel: TrackedDelivery, words: Words, language: Language, now: string): string => {
  const { trackingId, sender, receiver, history } = parcel
  const when = (at: string) => `${dayInWords(at, language)}, ${timeInWords(at, language)}`
  const ahead = stepsAhead(parcel)
  const stops = history
    .toReversed()
    .map((moment) => `<li>${escaped(words(momentKey(moment)))} <small>${escaped(when(moment.at))}</small></li>`)
  return `<section><p class="id">${escaped(trackingId)}</p>
<p class="now">${escaped(words(`sentence.${trackingStage(parcel)}`))}</p>
${whatItMeans(parcel, words, language, now)}
${ahead.length > 0 ? `<h2>${escaped(words('ahead.title'))}</h2><ol>${ahead.map((step) => `<li>${escaped(words(`ahead.${step}`))}</li>`).join('')}</ol>` : ''}
<h2>${escaped(words('track.history'))}</h2><ol reversed>${stops.join('')}</ol>
<p class="soft">${partyLine(sender, words, 'page.from')}<br>${partyLine(receiver, words, 'page.to')}</p></section>`
}

const whatItMeans = (parcel: TrackedDelivery, words: Words, language: Language, now: string): string => {
  const { shop, due, held, waitsUntil } = parcel
  const here = shop && hereKey(parcel)
  const about = here && shop.about ? shopInWords(shop.about, now, language).map(escaped).join('<br>') : ''
  return [
    held ? `<p class="due">${escaped(words('here.held'))}</p>` : '',
    here ? `<p>${escaped(words(here, { shop: shop.name, place: shop.place }))}</p>` : '',
    about === '' ? '' : `<p class="soft">${about}</p>`,
    waitsUntil === undefined
      ? ''
      : `<p>${escaped(words('here.waitsUntil', { day: dayInWords(waitsUntil, language) }))}</p>`,
    due === undefined ? '' : `<p class="due">${escaped(words('here.due', { due: formatKsh(due) }))}</p>`,
  ].join('')
}

type Party = TrackedDelivery['sender']
const partyLine = ({ name, phone, location, shop }: Party, words: Words, key: 'page.from' | 'page.to'): string => {
  const place = [shop, location].filter(Boolean).join(', ')
  return `${escaped(words(key, { name, place }))} · <span class="one-line">${escaped(displayPhone(phone))}</span>`
}
