import type { Locator, Page } from 'playwright-core'
import { countEffort, type Effort } from './effort.ts'
import { readScreen, type ScreenContent, toFaults } from './faults.ts'

/** The part of the page's types that these functions use. */
type Element = {
  readonly parentElement: Element | null
  readonly scrollTop: number
  readonly tagName: string
  readonly textContent: string | null
  readonly isConnected: boolean
  contains(other: Element | null): boolean
  closest(selector: string): Element | null
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  scrollIntoView(how: { block: 'nearest' | 'center'; behavior: 'instant' }): void
}
declare const document: { elementFromPoint(x: number, y: number): Element | null }

/** Brings it into view, as little as needed, or into the middle. @returns over how many pixels; runs in the page */
const bringIntoView = (element: Element, block: 'nearest' | 'center'): number => {
  const scrollers: Element[] = []
  for (let one = element.parentElement; one; one = one.parentElement) scrollers.push(one)
  const before = scrollers.map(({ scrollTop }) => scrollTop)
  element.scrollIntoView({ block, behavior: 'instant' })
  return scrollers.reduce((sum, { scrollTop }, at) => sum + Math.abs(scrollTop - (before[at] ?? 0)), 0)
}

const toastSaid = 'Toast: '

/** @returns the text of the element that covers its middle, marked if that is a toast, or null; runs in the page */
const findCover = (element: Element): string | null => {
  // The app has just replaced it, and the next act looks for its successor.
  if (!element.isConnected) return null
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  if (!hit || element.contains(hit) || hit.contains(element)) return null
  const toast = hit.closest('.Toastify__toast')
  const seen = toast ?? hit
  const said = seen.textContent || seen.parentElement?.textContent || seen.tagName
  return `${toast ? 'Toast: ' : ''}${said.trim().replaceAll(/\s+/g, ' ')}`.slice(0, 60)
}

/** What a driver has done, and the faults of the screens that it saw; `ms` without the time for looking at them. */
export type DriverResult = { effort: Effort; ms: number; faults: string[]; notes: string[] }

/** Takes a picture of the driver's screen. */
type Camera = (page: Page, name: string) => Promise<unknown>

/** A clock in milliseconds that stops while a person would not wait. */
const openStopwatch = () => {
  let since: number | undefined
  let aside = 0
  return {
    begin(): void {
      since ??= performance.now()
    },
    async exclude<T>(act: () => Promise<T>): Promise<T> {
      const begun = performance.now()
      const result = await act()
      aside += performance.now() - begun
      return result
    },
    ms: (): number => (since === undefined ? 0 : performance.now() - since - aside),
  }
}

/** Brings elements into view, and records the faults of the screen there. */
const openFaultWatch = (page: Page, scrolled: (pixels: number, height: number) => void, faults: Set<string>) => {
  const watch = openStopwatch()
  const here = (fault: string): void => {
    faults.add(`${fault}, at ${new URL(page.url()).pathname.replace(/\/[^/]*\d[^/]*$/, '/…')}`)
  }
  const scroll = async (target: Locator, block: 'nearest' | 'center'): Promise<void> =>
    scrolled(await target.evaluate(bringIntoView, block), page.viewportSize()?.height ?? 1)
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor()
    await watch.exclude(async () => {
      await scroll(target, 'nearest')
      for (const fault of toFaults(await page.evaluate<ScreenContent>(readScreen))) here(fault)
    })
  }
  return {
    watch,
    /** Waits until it is shown, and brings it into view. */
    reach,
    async reachUncovered(target: Locator): Promise<void> {
      await reach(target)
      await watch.exclude(async () => {
        const cover = await target.evaluate(findCover)
        if (cover === null) return
        await scroll(target, 'center')
        // A person scrolls on to get out from under a toast, but cannot do so with a fixed element: that must leave
        // room itself.
        const isFreed = cover.startsWith(toastSaid) && (await target.evaluate(findCover)) === null
        if (!isFreed) here(`“${cover}” covers what is pressed`)
      })
    },
  }
}

/** A person looks whether the key has led to the next field. On a slow processor the app may hear it a while later. */
const lookAfterMs = 1000

/**
 * Presses the key at the keyboard's corner, and again where nothing happens because the app has not loaded yet. A keyboard of
 * keys has none: its Enter sends the form.
 */
const goOn = async (field: Locator): Promise<void> => {
  if (!(await field.page().evaluate<boolean>(`matchMedia('(pointer: coarse)').matches`))) return
  const isNext = (await field.getAttribute('enterkeyhint')) === 'next'
  const left = field.and(field.page().locator(':not(:focus)'))
  for (let isLeft = false; !isLeft; ) {
    await field.press('Enter')
    isLeft = !isNext || (await left.waitFor({ timeout: lookAfterMs }).then(() => true, onTimeout(false)))
  }
}
const onTimeout =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof Error && error.name === 'TimeoutError') return value
    throw error
  }

/**
 * A person at a screen whose acts are counted. Each act waits for its element, scrolls there, and looks for faults on
 * the way.
 */
export const openDriver = (page: Page, camera: Camera = async () => undefined) => {
  const { effort, tapped, typed, pasted, chose, scrolled } = countEffort()
  const faults = new Set<string>()
  const notes: string[] = []
  const { watch, reach, reachUncovered } = openFaultWatch(page, scrolled, faults)
  return {
    page,
    /** Opens an address from outside, which costs no tap. The journey begins with the first address. */
    async open(path: string): Promise<void> {
      watch.begin()
      await page.goto(path)
    },
    async tap(target: Locator): Promise<void> {
      await reachUncovered(target)
      tapped()
      await target.click()
    },
    async type(field: Locator, text: string): Promise<void> {
      await reachUncovered(field)
      typed(text)
      await field.fill(text)
    },
    /** Then presses the key at the keyboard's corner, which may lead to the next field where it says Next. */
    async typeAndGoOn(field: Locator, text: string): Promise<void> {
      await reachUncovered(field)
      const isThere = await field.evaluate((element) => element.matches(':focus'))
      typed(text, isThere ? 0 : 1)
      if (!isThere) await field.click()
      await field.fill(text)
      await goOn(field)
    },
    async paste(field: Locator, text: string): Promise<void> {
      await reachUncovered(field)
      pasted()
      await field.fill(text)
    },
    async choose(list: Locator, option: string): Promise<void> {
      await reachUncovered(list)
      chose()
      await list.selectOption(option)
    },
    /** The person sees this: a goal, or a text that they had to read. */
    see: reach,
    /** Takes a picture of the screen. */
    picture: (name: string): Promise<unknown> => watch.exclude(() => camera(page, name)),
    note(text: string): void {
      notes.push(text)
    },
    /** For acts that a person would not wait for. */
    uncounted: watch.exclude,
    getResult: (): DriverResult => ({ effort, ms: Math.round(watch.ms()), faults: [...faults], notes }),
  }
}
export type Driver = ReturnType<typeof openDriver>
