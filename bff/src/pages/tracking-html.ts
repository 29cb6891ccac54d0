import type { TrackedDelivery } from '@tuma/contracts/api'
import {
  callLink,
  dayInWords,
  displayPhone,
  formatKsh,
  goesToDoor,
  hereKey,
  type Language,
  mapLink,
  maxTextWithId,
  mayHaveNewCode,
  type ShopLine,
  shopInWords,
  spacedPhone,
  stagesSoFar,
  stepsAhead,
  timeInWords,
  toStage,
  trackingStage,
  waitsFor,
} from '@tuma/contracts/vocabulary'
import { escaped } from '../escaped.ts'
import { getPage } from './page.ts'
import { type Words, wordsIn } from './words.ts'

/** What the page shows: the parcel, why it is not shown, or nothing yet. */
type NotShown = 'page.twoIds' | 'page.freeSticker' | 'page.notFound' | 'page.tooMany' | 'page.failed'
export type Looked = TrackedDelivery | NotShown | null

/** The first line: the result of what was pressed here just now. */
export type Said = { readonly key: Done | NotDone; readonly isBad: boolean }
export type Done = 'page.chosen' | 'page.codeSent' | 'decide.waits' | 'decide.goesBack'
export type NotDone = 'decide.spent' | 'decide.waitedLongest' | 'sentence.held'

type Asked = {
  readonly language: Language
  readonly asked: string
  readonly said: Said | null
  /** The language of the receiver's messages; null where it is not known. */
  readonly reads: Language | null
  /** Our number for questions; empty without one. */
  readonly phone: string
  /** ISO instant. */
  readonly now: string
}

/** The page of a parcel, for every browser. @param asked the text in the field: an id as it was typed */
export const trackingPage = (looked: Looked, { language, asked, said, reads, phone, now }: Asked): string => {
  const words = wordsIn(language)
  const found = looked !== null && typeof looked === 'object'
  const id = found ? looked.trackingId : asked
  const whole = id === '' ? '/trackDelivery' : `/trackDelivery?id=${encodeURIComponent(id)}`
  const parcel = found
    ? parcelSection(looked, words, language, now) +
      codeForm(looked, words, language) +
      languageForm(looked, words, reads)
    : ''
  return getPage({
    language,
    title: words('track.title'),
    path: id === '' ? '/t' : `/t/${encodeURIComponent(id)}`,
    main: `${found && said ? saidLine(said, words) : ''}${parcel}${typeof looked === 'string' ? `<p class="no" role="alert">${escaped(words(looked))}</p>` : ''}
<form action="/t" method="get"><label for="id">${escaped(words('track.id'))}</label><p class="soft">${escaped(words('track.intro'))}</p><input id="id" name="id" maxlength="${maxTextWithId}" required autocomplete="off" autocapitalize="characters" spellcheck="false" value="${found ? '' : escaped(asked)}"><input type="hidden" name="lang" value="${language}"><button>${escaped(words('track.go'))}</button></form>`,
    footer: `<a href="${escaped(whole)}">${escaped(words('page.inFull'))}</a>${phone && phoneLink(phone)}`,
  })
}

const saidLine = ({ key, isBad }: Said, words: Words): string =>
  isBad
    ? `<p class="no" role="alert">${escaped(words(key))}</p>`
    : `<p class="due" role="status">${escaped(words(key))}</p>`

/** In a form that every telephone dials. */
const phoneLink = (phone: string): string =>
  `<a class="one-line" href="tel:${escaped(phone.replace(/[^\d+]/g, ''))}">${escaped(phone)}</a>`

/** The owner of the code depends on the direction of the parcel. */
const codeForm = (parcel: TrackedDelivery, words: Words, language: Language): string => {
  if (!mayHaveNewCode(parcel) || parcel.held) return ''
  const key = parcel.leg === 'back' ? 'page.newCodeBack' : 'page.newCode'
  return `<form id="code" action="/t/${encodeURIComponent(parcel.trackingId)}/code" method="post"><p class="soft">${escaped(words(`${key}Hint`))}</p><button class="one" name="lang" value="${language}">${escaped(words(key))}</button></form>`
}

/** Each language in its own words, whatever the page's language; the current one is shown as pressed. */
const languageForm = (parcel: TrackedDelivery, words: Words, reads: Language | null): string => {
  const choice = (language: Language, name: string) =>
    `<button class="one" name="language" value="${language}" lang="${language}" aria-pressed="${language === reads}">${name}</button>`
  return `<form action="/t/${encodeURIComponent(parcel.trackingId)}/language" method="post"><p class="soft">${escaped(words('page.messages'))}</p>${choice('en', 'English')} ${choice('sw', 'Kiswahili')}</form>`
}

const parcelSection = (parcel: TrackedDelivery, words: Words, language: Language, now: string): string => {
  const { trackingId, status, sender, receiver } = parcel
  return `<section><p class="id">${escaped(trackingId)}</p>
<p class="badge" data-status="${status}">${escaped(words(`stage.${toStage(parcel)}`))}</p>${parcel.held ? ` <p class="badge">${escaped(words('stage.held'))}</p>` : ''}
${whatItMeans(parcel, words, language, now)}
<h2>${escaped(words('track.history'))}</h2>${toWay(parcel, words, language)}
<p class="soft parties">${partyLine(sender, words, 'page.from')}<br>${partyLine(receiver, words, 'page.to')}</p></section>`
}

const getWhen = (at: string, language: Language): string => `${dayInWords(at, language)}, ${timeInWords(at)}`

/** The way from its beginning to its end: past steps, the current one, and those to come. */
const toWay = (parcel: TrackedDelivery, words: Words, language: Language): string => {
  const { history } = parcel
  const stages = stagesSoFar(parcel, history)
  const been = history.map((moment, index) => {
    const isNow = index === history.length - 1 ? ' aria-current="step"' : ''
    return `<li${isNow}>${escaped(words(`stage.${stages[index] ?? 'booked'}`))} <small>${escaped(getWhen(moment.at, language))}</small></li>`
  })
  const ahead = stepsAhead(parcel).map((stage) => `<li class="ahead">${escaped(words(`stage.${stage}`))}</li>`)
  return `<ol class="way">${been.join('')}${ahead.join('')}</ol>`
}

const whatItMeans = (parcel: TrackedDelivery, words: Words, language: Language, now: string): string => {
  const { due, pricingTier, createdAt } = parcel
  const waitsUntil = waitsFor(parcel, parcel.waitsUntil)
  return [
    whereItIs(parcel, words, language, now),
    pricingTier && goesToDoor(parcel)
      ? `<p>${escaped(words(`here.${pricingTier}`, { at: getWhen(createdAt, language) }))}</p>`
      : '',
    waitsUntil === undefined
      ? ''
      : `<p>${escaped(words('here.waitsUntil', { day: dayInWords(waitsUntil, language) }))}</p>`,
    due === undefined ? '' : `<p class="due">${escaped(words('here.due', { due: formatKsh(due) }))}</p>`,
  ].join('')
}

/** The sentence, then the shop. For a parcel to a door that may still be with its sender, the shop comes first. */
const whereItIs = (parcel: TrackedDelivery, words: Words, language: Language, now: string): string => {
  const { shop } = parcel
  const stage = trackingStage(parcel)
  const key = shop && hereKey(parcel)
  const isToBring = key === 'here.handIn' && stage !== 'held'
  const sentence = `<p class="${isToBring ? 'soft' : 'now'}">${escaped(words(`sentence.${stage}`))}</p>`
  const rider = goesToDoor(parcel) && parcel.status === 'inTransit' ? `<p>${escaped(words('here.rider'))}</p>` : ''
  if (!key) return sentence + rider
  const here = escaped(words(key, { shop: shop.name, place: shop.place }))
  const card = placeCard(shop, words, language, now)
  if (isToBring) return `<p class="now">${here}</p>${card}${sentence}`
  return `${sentence}${rider}<p>${here}</p>${card}`
}

/** How to find the shop that the line above names, when it is open, its phone, and a link to a map. */
const placeCard = (
  { name, place, about }: NonNullable<TrackedDelivery['shop']>,
  words: Words,
  language: Language,
  now: string,
): string => {
  const lines = about ? shopInWords(about, now, language).map(toLine) : []
  const soft = lines.length > 0 ? `<p class="soft">${lines.join('<br>')}</p>` : ''
  const call = about?.phone
    ? `<a class="one" href="${escaped(callLink(about.phone))}">${escaped(words('place.call', { phone: spacedPhone(about.phone) }))}</a>`
    : ''
  const map = mapLink({ name, place, position: about?.position })
  return `${soft}<p class="acts">${call}<a class="one" href="${escaped(map)}" rel="noopener noreferrer">${escaped(words('place.map'))}</a></p>`
}

const toLine = ({ words, isOpen }: ShopLine): string =>
  isOpen === undefined ? escaped(words) : `<b>${escaped(words)}</b>`

type Party = TrackedDelivery['sender']
const partyLine = ({ name, phone, location, shop }: Party, words: Words, key: 'page.from' | 'page.to'): string => {
  const place = [shop, location].filter(Boolean).join(', ')
  return `${escaped(words(key, { name, place }))} · <span class="one-line">${escaped(displayPhone(phone))}</span>`
}
