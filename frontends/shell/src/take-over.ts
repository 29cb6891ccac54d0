/** Excludes the heading that a page has while it loads. */
const notLoading = ':not([aria-busy="true"] *)'
/** Matches once the app has a screen's own content, or the frame around the screens. */
const screenIsThere = `#main :is(h1, h2, form, p)${notLoading}, [role="alert"], .shell-frame`

/**
 * The page that the server drew stays until the app has a screen in its place: nothing flickers, nothing moves. What was
 * typed meanwhile, and the focus, go over to the same fields, and what was pressed is pressed again.
 */
export function takeOver(first: HTMLElement | null, app: HTMLElement): void {
  if (!first) return
  const look = (): void => {
    if (!app.querySelector(screenIsThere)) return
    changes.disconnect()
    app.hidden = false
    carryOver(first, app)
    pressAgain(first, app)
    first.remove()
    for (const said of document.head.querySelectorAll('[data-first]')) said.remove() // the screen says it itself
    focusAfterGoingOn(app)
  }
  const changes = new MutationObserver(look)
  changes.observe(app, { childList: true, subtree: true })
  look()
}

function carryOver(first: HTMLElement, app: HTMLElement): void {
  for (const field of first.querySelectorAll<Field>('input, select, textarea')) {
    const same = field.name === '' ? undefined : sameIn(app, field)
    if (!same) continue
    if (isTick(field) && isTick(same)) carryTick(field, same)
    else if (field.value !== '' && field.value !== same.value) write(same, field.value)
    if (field === document.activeElement) moveFocus(field, same)
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Of several radio buttons with one name, the one with the same value. */
const sameIn = (app: HTMLElement, field: Field): Field | undefined =>
  [...app.querySelectorAll<Field>(`[name="${CSS.escape(field.name)}"]`)].find(
    ({ value }) => field.type !== 'radio' || value === field.value,
  )

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/** What the person has not touched, the app knows better. A radio button is taken off by pressing another one. */
function carryTick(field: HTMLInputElement, same: HTMLInputElement): void {
  const isTouched = field.checked !== field.defaultChecked
  const isTakenOff = field.type === 'radio' && !field.checked
  if (isTouched && !isTakenOff && field.checked !== same.checked) same.click()
}

/** What was pressed before the scripts had loaded. */
function pressAgain(first: HTMLElement, app: HTMLElement): void {
  for (const pressed of first.querySelectorAll<HTMLButtonElement>('button[data-pressed]')) {
    const same = [...app.querySelectorAll('button')].find(
      (one) =>
        one.type === pressed.type && one.ariaLabel === pressed.ariaLabel && one.textContent === pressed.textContent,
    )
    same?.click()
  }
}

/** Past React's own notion of the value, so that it takes this for something typed. */
function write(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function moveFocus(from: Field, to: Field): void {
  to.focus({ preventScroll: true })
  const hasCaret = 'selectionStart' in from && from.selectionStart !== null
  if (hasCaret && 'setSelectionRange' in to) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

/** From a page without React (the public remote's `visit.ts` says so): its links are changes of screen all the same. */
function focusAfterGoingOn(app: HTMLElement): void {
  try {
    if (sessionStorage.getItem('tuma.wentOn') === null) return
    sessionStorage.removeItem('tuma.wentOn')
  } catch {
    return
  }
  // An area's frame is shown before its screen and may be drawn again with it, until the person does something.
  const look = (): void => {
    if (document.activeElement !== document.body) return
    const main = app.querySelector(`#main :is(h1, h2, form)${notLoading}`)?.closest<HTMLElement>('#main')
    main?.focus({ preventScroll: true })
  }
  const changes = new MutationObserver(look)
  const acts = ['keydown', 'pointerdown']
  const end = (): void => {
    changes.disconnect()
    for (const act of acts) removeEventListener(act, end, true)
  }
  for (const act of acts) addEventListener(act, end, true)
  changes.observe(app, { childList: true, subtree: true })
  look()
}
