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
import { type Words, wordsIn } from './words.ts'

/** What there is to say: the parcel, why none is shown, or nothing yet. */
export type Looked = TrackedDelivery | 'page.notFound' | 'page.tooMany' | 'page.failed' | null

/** What was pressed for here just now. */
export type Done = 'page.chosen' | 'page.codeSent'

export const trackingStyle = `:root{color-scheme:light dark;--paper:#f8f2e4;--surface:#fffdf8;--ink:#14231b;--soft:#4a584f;--line:#857a63;--acacia:#12593d;--on:#fffaf0;--ochre:#fbeecb;--danger:#a4271b}
@media(prefers-color-scheme:dark){:root{--paper:#101712;--surface:#18221b;--ink:#eef3ea;--soft:#b7c4ba;--line:#7d8a80;--acacia:#8fd0a8;--on:#0c2417;--ochre:#3a2f10;--danger:#ff9d8c}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1rem}header,footer{display:flex;justify-content:space-between;align-items:center;gap:1rem;max-width:34rem;margin:0 auto;padding:.25rem 1rem}
a{color:var(--acacia);display:inline-block;padding:.6rem 0;min-height:2.75rem}section,form{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
h1{font-size:1.35rem;margin:.5rem 0 1rem}h2{font-size:1rem;margin:1.25rem 0 .25rem}p{margin:.25rem 0 .75rem;overflow-wrap:anywhere}ol{margin:0;padding-left:1.25rem}small,.soft{color:var(--soft)}
.id{font:600 1.1rem ui-monospace,monospace;margin:0}.now{font-size:1.2rem;font-weight:600}.due{background:var(--ochre);padding:.5rem .75rem;border-radius:.5rem}.no{color:var(--danger);font-weight:600}
label{display:block;font-weight:600}input,button{font:inherit;width:100%;min-height:3rem;border-radius:.5rem;border:1px solid var(--line);padding:.5rem .75rem;margin:.25rem 0 .75rem;background:var(--surface);color:var(--ink)}
button{background:var(--acacia);color:var(--on);border:0;font-weight:600;margin:0}.one{width:auto;background:none;color:var(--acacia);border:1px solid var(--line)}:focus-visible{outline:3px solid #1457a8;outline-offset:2px}`

type Asked = {
  readonly language: Language
  readonly asked: string
  readonly done: Done | null
  /** ISO. */
  readonly now: string
}

/**
 * Where a parcel is, for any browser: no script, no picture, nothing to fetch. @param asked what stands in the field: an id as
 * somebody typed it
 */
export const trackingPage = (looked: Looked, { language, asked, done, now }: Asked): string => {
  const words = wordsIn(language)
  const other = language === 'sw' ? 'en' : 'sw'
  const found = looked !== null && typeof looked === 'object'
  const id = found ? looked.trackingId : asked
  const again = id === '' ? `/t?lang=${other}` : `/t/${encodeURIComponent(id)}?lang=${other}`
  const whole = id === '' ? '/trackDelivery' : `/trackDelivery?id=${encodeURIComponent(id)}`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${escaped(words('track.title'))} · Tuma</title><style>${trackingStyle}</style></head><body>
<header><strong>Tuma</strong><a href="${escaped(again)}" hreflang="${other}" lang="${other}">${words('page.other')}</a></header>
<main><h1>${escaped(words('track.title'))}</h1>
${found && done ? `<p class="due" role="status">${escaped(words(done))}</p>` : ''}${found ? parcelSection(looked, words, language, now) + codeForm(looked, words, language) + languageForm(looked, words) : ''}${typeof looked === 'string' ? `<p class="no" role="alert">${escaped(words(looked))}</p>` : ''}
<form action="/t" method="get"><label for="id">${escaped(words('track.id'))}</label><p class="soft">${escaped(words('track.intro'))}</p><input id="id" name="id" maxlength="64" required autocomplete="off" autocapitalize="characters" spellcheck="false" value="${found ? '' : escaped(asked)}"><input type="hidden" name="lang" value="${language}"><button>${escaped(words('track.go'))}</button></form></main>
<footer><a href="${escaped(whole)}">${escaped(words('page.inFull'))}</a></footer></body></html>`
}

const codeForm = (parcel: TrackedDelivery, words: Words, language: Language): string =>
  awaitsCode(parcel)
    ? `<form action="/t/${encodeURIComponent(parcel.trackingId)}/code" method="post"><p class="soft">${escaped(words('page.newCodeHint'))}</p><button class="one" name="lang" value="${language}">${escaped(words('page.newCode'))}</button></form>`
    : ''

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
  return `${escaped(words(key, { name, place }))} · ${escaped(displayPhone(phone))}`
}
