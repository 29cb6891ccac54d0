import { displayPhone, normalisePhone } from '@tuma/contracts/vocabulary'
import { currentTheme, keepLanguage, keepTheme, nextTheme, otherLanguage, wearTheme } from '@tuma/kit/look'

/**
 * All that / and /trackDelivery need of scripts, and what the other pages have until theirs have come: look, language,
 * menu, how to reach us, and a question that waits for the network. What is put in stands in the page as templates,
 * drawn by the same components (first.tsx).
 */

const page = document.getElementById('first') as HTMLElement
/** Nothing else comes by itself. */
const isAlone = document.getElementById('app') === null

const find = (selector: string): HTMLElement | null => page.querySelector<HTMLElement>(selector)
const part = (name: string): Element | null => {
  const template = page.querySelector<HTMLTemplateElement>(`template[data-part="${name}"]`)
  return (template?.content.firstElementChild?.cloneNode(true) as Element | undefined) ?? null
}

function swap(selector: string, name: string): void {
  const next = part(name) as HTMLElement | null
  const before = find(selector)
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
    location.reload() // it is drawn in both; the server answers the other
  } else if (button) openMenu(!menuIsOpen())
  else if ((target as Element).closest('a[href^="/"]')) goesOn()
  else if (!isAlone) leaveToApp((target as Element).closest('button'))
}

/** What it does the app knows, which does it as soon as it is there (the shell's `take-over.ts`). */
function leaveToApp(button: HTMLButtonElement | null): void {
  if (button) button.dataset.pressed = ''
}

/** The next page gives the focus to its content, as a change of screen does. */
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

/** The field that must not be empty says its own sentence. */
function ask(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
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
  const waiting = part('waiting')
  if (waiting) find('[data-part="found"]')?.replaceChildren(waiting)
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

/** The shell's own sentence, where its frame brings one. */
function sayWhetherOffline(): void {
  const said = navigator.onLine ? null : part('offline')
  find('.shell-offline')?.replaceChildren(...(said ? [said] : []))
}

async function showContact(): Promise<void> {
  const answer = await fetch('/api/contact').catch(() => null)
  const lines = part('contact')
  if (!answer?.ok || !lines) return
  const { address, phone, email } = await answer.json()
  const [line] = lines.getElementsByTagName('span')
  const [call, write] = lines.getElementsByTagName('a')
  if (!line || !call || !write) return
  line.textContent = address
  call.href = `tel:+${normalisePhone(phone) ?? phone}`
  call.textContent = displayPhone(phone)
  write.href = `mailto:${email}`
  write.textContent = email
  find('.site-contact-room')?.replaceChildren(lines)
}

const calmMs = 5000

/** What the next page needs, once this one has been looked at for a while, and not where data is dear. */
function fetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const files: string[] = JSON.parse(document.getElementById('ahead')?.textContent ?? '[]')
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href, crossOrigin: '' }))
  }
}

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
  void showContact()
  addEventListener('load', () => setTimeout(fetchAhead, calmMs))
}
