import { getHome, type Role } from '@tuma/contracts/vocabulary'
import { sendAhead, takeAhead } from '@tuma/kit/asked-ahead'
import { readDraft } from '@tuma/kit/draft'
import { awaitedParcels, hasBegun, hasJustBegun, keptParcel } from '@tuma/kit/kept-parcels'
import { follow, oneAtATime } from '@tuma/kit/live-line'
import { currentTheme, keepLanguage, keepTheme, nextTheme, otherLanguage, wearTheme } from '@tuma/kit/look'
import { shareByPhone } from '@tuma/kit/share-links'
import { showCosts } from './choose.ts'
import { showContact } from './contact.ts'
import { findParcel } from './found.ts'
import { greet, hasUnusedPayment, showLanding } from './landing.ts'

/**
 * The whole script of /, /trackDelivery, /send-parcel and /login, and of other pages until the app has loaded: look,
 * language, menu, contact, offline notice, tracking, and a login that succeeds. It fills templates of the page, which the
 * same components draw (first.tsx).
 */

const page = document.getElementById('first') as HTMLElement
/** A second cookie beside the session's own, which no script can read. */
const mayBeSignedIn = document.cookie.includes('tuma_signed_in=')
/** The app is not loaded by itself. */
const isAlone = document.getElementById('app') === null
/** The app sends this itself otherwise (kit's `Form`). */
const sending = page.querySelector<HTMLFormElement>('form[data-sends]')

const find = (selector: string): HTMLElement | null => page.querySelector<HTMLElement>(selector)
const part = (name: string): Element | null => {
  const template = page.querySelector<HTMLTemplateElement>(`template[data-part="${name}"]`)
  return (template?.content.firstElementChild?.cloneNode(true) as Element | undefined) ?? null
}

function swap(selector: string, name: string): HTMLElement | null {
  const next = part(name) as HTMLElement | null
  exchange(find(selector), next)
  return next
}

function exchange(before: HTMLElement | null, next: HTMLElement | null): void {
  if (!next || !before) return
  const hadFocus = before === document.activeElement
  before.replaceWith(next)
  if (hadFocus) next.focus()
}

function showTheme(): void {
  swap('.t-theme', `theme-${currentTheme()}`)
}

function openMenu(open: boolean): void {
  const menu = find('#site-menu')
  if (!menu) return
  menu.dataset.open = String(open)
  swap('.site-toggle', open ? 'menu-open' : 'menu-closed')
}
const menuIsOpen = (): boolean => find('#site-menu')?.dataset.open === 'true'

function press({ target }: MouseEvent): void {
  const button = (target as Element).closest('.t-theme, .t-language, .site-toggle')
  if (button?.matches('.t-theme')) {
    keepTheme(nextTheme[currentTheme()])
    showTheme()
  } else if (button?.matches('.t-language')) {
    keepLanguage(otherLanguage[document.documentElement.lang === 'sw' ? 'sw' : 'en'])
    location.reload() // the page has both languages, but the server answers in the new one
  } else if (button) openMenu(!menuIsOpen())
  else if ((target as Element).closest('a[href^="/"]')) goesOn()
  else if ((target as Element).closest(copyButton)) void copyTrackingId()
  else if ((target as Element).closest('[data-shares]')) shareByPhone(sharedWords())
  else if ((target as Element).closest(copyLink)) void copyTrackingLink()
  else if (!isSent((target as Element).closest('button'))) leaveToApp((target as Element).closest('button'))
}

/** Handles the submit of this form here. */
const isSent = (button: HTMLButtonElement | null): boolean =>
  isAlone && sending !== null && button?.form === sending && button.type === 'submit'

const copyButton = '.t-tracking-id button'
const copiedMs = 2000

const copyLink = '.parcel-share button:not([data-shares])'
const sharedWords = (): string => find('.parcel-share')?.dataset.words ?? ''

/** The app shows the result of the press. Here the button keeps its name, and loses its icon for a while. */
async function copyTrackingLink(): Promise<void> {
  const button = find(copyLink) as HTMLButtonElement
  const address = /https?:\S+/.exec(sharedWords())?.[0] ?? ''
  await navigator.clipboard.writeText(address).then(
    () => {
      const sign = button.querySelector('svg')
      const done = (part('copied') as HTMLElement | null)?.querySelector('svg')
      if (!sign || !done) return
      sign.replaceWith(done)
      setTimeout(() => done.replaceWith(sign), copiedMs)
    },
    () => leaveToApp(button),
  )
}

/** At once: when the app has loaded, the browser no longer accepts this as a user's press. */
async function copyTrackingId(): Promise<void> {
  const button = find(copyButton) as HTMLButtonElement
  try {
    await navigator.clipboard.writeText(button.parentElement?.textContent ?? '')
  } catch {
    return leaveToApp(button)
  }
  const copied = swap(copyButton, 'copied')
  setTimeout(() => exchange(copied, button), copiedMs)
}

/** Remembers a press that only the app can handle. The app repeats it when it has loaded (the shell's `take-over.ts`). */
function leaveToApp(button: HTMLButtonElement | null): void {
  if (!button || button.form?.method === 'get') return
  button.dataset.pressed = ''
  button.ariaBusy = 'true'
  bringApp()
}

/** The app is drawn beside this page, then takes its place with what was typed. */
function bringApp(): void {
  stopFollowing()
  const scripts = document.querySelector<HTMLTemplateElement>('#app-scripts')
  const app = isAlone ? [Object.assign(document.createElement('div'), { id: 'app', hidden: true })] : []
  scripts?.replaceWith(...app, scripts.content)
}

let stopFollowing = (): void => {}

const wait = (): void => {
  const waiting = part('waiting')
  if (waiting) find('[data-part="found"]')?.replaceChildren(waiting)
}

/** Shows the parcel of the address and its progress. The app shows why a parcel could not be loaded. */
async function showParcel(field: HTMLInputElement, id: string): Promise<void> {
  field.value = id
  wait()
  const show = async (): Promise<string | undefined> => {
    const found = await findParcel(id, part)
    if (found) find('[data-part="found"]')?.replaceChildren(found.shown)
    else bringApp()
    return found?.trackingId
  }
  const trackingId = await show()
  if (trackingId) stopFollowing = follow(trackingId, oneAtATime(show))
}

/**
 * A login that succeeds leads on at once. Every other answer is left to the app, which repeats the press, and so is every
 * answer while the app is loading: otherwise both would draw the next page.
 */
async function send(form: HTMLFormElement, path: string, button: HTMLButtonElement): Promise<void> {
  if (window.tumaAsked?.has(`POST ${path}`)) return
  const fields = [...form.querySelectorAll('input')]
  const isBox = ({ type }: HTMLInputElement): boolean => type === 'checkbox'
  if (fields.some((field) => !isBox(field) && field.value === '')) return leaveToApp(button)
  const typed = fields.map((field) => [field.name, isBox(field) ? field.checked : field.value])
  const sent = sendAhead(path, Object.fromEntries(typed))
  if (document.getElementById('app')) return leaveToApp(button)
  button.ariaBusy = 'true'
  const answer = await sent.catch(() => null)
  if (!answer?.ok || !takeAhead('POST', path)) return leaveToApp(button)
  goesOn()
  location.replace(getHome(((await answer.json()) as { role: Role }).role))
}

/** The next page focuses its content, as after a change of screen. */
function goesOn(): void {
  try {
    sessionStorage.setItem('tuma.wentOn', '1')
  } catch {}
}

function focusAfterGoingOn(): void {
  try {
    if (sessionStorage.getItem('tuma.wentOn') === null) return
    sessionStorage.removeItem('tuma.wentOn')
    find('#main')?.focus({ preventScroll: true })
  } catch {}
}

/** An empty required field shows its own sentence. */
function ask(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (form.dataset.sends) return void send(form, form.dataset.sends, event.submitter as HTMLButtonElement)
  const field = form.querySelector<HTMLInputElement>('[data-wanted]')
  if (!field) return
  field.value = field.value.trim()
  wanting(field, field.value === '')
  if (field.value === '') {
    event.preventDefault()
    field.focus()
    return
  }
  if (navigator.onLine) return
  event.preventDefault()
  wait()
  addEventListener('online', () => form.submit(), { once: true })
}

function wanting(field: HTMLInputElement, empty: boolean): void {
  const id = `${field.id}-error`
  document.getElementById(id)?.remove()
  field.removeAttribute('aria-invalid')
  field.removeAttribute('aria-describedby')
  if (!empty) return
  const sentence = Object.assign(document.createElement('span'), { id, className: 't-error' })
  sentence.textContent = field.dataset.wanted ?? ''
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', id)
  field.after(sentence)
}

/** The shell's own sentence, where its frame has one, and the app's `useRootState('offline')`. */
function sayWhetherOffline(): void {
  const said = navigator.onLine ? null : part('offline')
  find('.shell-offline')?.replaceChildren(...(said ? [said] : []))
  document.documentElement.toggleAttribute('data-offline', said !== null)
}

/** The app offers money that was paid here and not used, and says what a prompt has booked. It is loaded at once while a payment may still arrive. */
async function offerToFinish(): Promise<void> {
  if (hasJustBegun() || awaitedParcels('visitor').length > 0 || (await hasUnusedPayment())) bringApp()
}

/** At once where the page is hidden, because a hidden page is not painted. */
function afterPaint(act: () => void): void {
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

const calmMs = 2000

/** Loads ahead what the next page needs, after a while, and not where data are expensive. */
function fetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const named = document.getElementById('ahead')
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g') || !named) return
  const files: string[] = JSON.parse(named.textContent ?? '[]')
  named.remove()
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href, crossOrigin: '' }))
  }
}

const isStarted = (draft: string): boolean => Object.keys(readDraft(draft)).length > 0 || keptParcel(draft) !== null

/**
 * The app fills in a form for users, and for visitors who started a parcel here. They can't type before it has
 * loaded.
 */
function holdForm(): void {
  if (!mayBeSignedIn && !['doorstep.visitor', 'dukani.visitor'].some(isStarted)) return
  for (const part of page.querySelectorAll<HTMLFieldSetElement>('.parcel-form fieldset')) part.disabled = true
}

holdForm()
wearTheme(currentTheme())
if (currentTheme() !== 'system') showTheme()
page.addEventListener('click', press)
page.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menuIsOpen()) return
  openMenu(false)
  find('.site-toggle')?.focus()
})
if (isAlone) {
  page.addEventListener('submit', ask)
  addEventListener('online', sayWhetherOffline)
  addEventListener('offline', sayWhetherOffline)
  sayWhetherOffline()
  focusAfterGoingOn()
  void showContact(page, part)
  void showLanding(page, part)
  if (find('.parcel-kinds')) void showCosts(page, part)
  if (mayBeSignedIn && !sending) void greet(page, part)
  if ((location.pathname === '/' || find('.parcel-kinds')) && hasBegun()) void offerToFinish()
  const asking = page.querySelector<HTMLInputElement>('[data-wanted]')
  const asked = new URLSearchParams(location.search).get('id')?.trim()
  if (asking && asked) void showParcel(asking, asked)
  // A visitor who chooses how to send goes on for certain.
  addEventListener('load', () => setTimeout(fetchAhead, find('.parcel-kinds') ? 0 : calmMs))
  sending?.addEventListener('focusin', fetchAhead, { once: true })
  if (history.state?.usr?.justSent) bringApp() // the app shows the parcel that was sent once more
  // Only the app knows where a user who is logged in goes on to.
  if (sending && (history.state !== null || mayBeSignedIn)) bringApp()
} else afterPaint(bringApp)
