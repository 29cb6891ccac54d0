import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { beginRecording } from '../running/evidence.ts'
import { findChromium } from './chromium.ts'
import { slowProcessor } from './slow-line.ts'

type Need = 'everything' | 'screens'
type Found = {
  readonly path: string
  readonly args: string[]
  readonly env: NodeJS.ProcessEnv
  readonly hasCamera: boolean
}
const found = new Map<Need, Found>()

/** Looked for once in a process. Environment variables of one browser must not reach processes that start later. */
const find = async (need: Need): Promise<Found> => {
  const known = found.get(need)
  if (known) return known
  const before = { ...process.env }
  const { path, args, hasCamera } = await findChromium(need)
  const env = { ...process.env }
  for (const name of Object.keys(env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  found.set(need, { path, args, env, hasCamera })
  return { path, args, env, hasCamera }
}

/** @param need a camera, or a screenshot with every glyph, needs `everything` */
export const openBrowser = async (need: Need = 'screens', ...own: string[]): Promise<Browser> => {
  const { path, args, env } = await find(need)
  return chromium.launch({ executablePath: path, args: [...args, ...own], env })
}

/** Whether the browser that `openBrowser('everything')` opens can play a film as its camera. */
export const hasCamera = async (): Promise<boolean> => (await find('everything')).hasCamera

let ofThisProcess: Promise<Browser> | undefined
/** One browser for all the files that this process runs, one after the other; it ends with the process. */
export const browserOfThisProcess = (): Promise<Browser> => {
  ofThisProcess ??= openBrowser()
  return ofThisProcess
}

/** The two widths that every screen is made for. */
export const widths = { phone: 360, desk: 1280 } as const
/** Every screen must also work between and beyond the two widths. */
export const otherWidths = { tablet: 768, laptop: 1024, wide: 1920 } as const

/** A person at a screen of their own: cookies and storage are not shared. */
export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the console and of the page, except a 4xx that a screen expects. */
  readonly complaints: string[]
  /** Closes the browser context and removes its data. */
  leave(): Promise<void>
}

/** For a whole run: how many times slower the browser's processor is than this machine's. */
const slowedBy = Number(process.env.SLOWED_BY ?? 1)

/** Ends a test that waits for something that never comes; it measures no speed. */
const patienceMs = 60_000

/** A browser context that is recorded, and slowed as the run asks. */
export const openContext = async (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patienceMs)
  context.on('page', (page) => void slowPage(page))
  await beginRecording(context)
  return context
}

const unslowed = new WeakSet<BrowserContext>()

const slowPage = async (page: Page): Promise<void> => {
  if (slowedBy === 1 || unslowed.has(page.context())) return
  // A page may be closed before it is slowed.
  await page
    .context()
    .newCDPSession(page)
    .then((session) => slowProcessor(session, slowedBy))
    .catch(() => undefined)
}

/** Pages that this context opens from now on are not slowed: a slowed page keeps a core busy even if it does nothing. */
export const stopSlowing = (context: BrowserContext): void => {
  unslowed.add(context)
}

export const slowAgain = async (context: BrowserContext): Promise<void> => {
  if (unslowed.delete(context)) await Promise.all(context.pages().map(slowPage))
}

/** One page in a context of its own, closed afterwards. If `act` fails it stays open for the evidence. */
export const inContext = async (
  browser: Browser,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> => {
  const context = await openContext(browser, options)
  await act(await context.newPage())
  await context.close()
}

export const newVisitor = async (
  browser: Browser,
  url: string,
  width: number,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Visitor> => {
  const context = await openContext(browser, {
    baseURL: url,
    viewport: { width, height: 800 },
    acceptDownloads: true,
    colorScheme,
    timezoneId: 'Africa/Nairobi',
  })
  const page = await context.newPage()
  return { page, context, complaints: toComplaints(page), leave: () => context.close() }
}

/** Collects its complaints from now on. */
export const toComplaints = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (/status of 4\d\d/.test(message.text())) return
    complaints.push(message.text())
  })
  return complaints
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

declare const getComputedStyle: (element: unknown) => Record<string, string>

/** The computed style of one element: `readStyle(field, 'borderColor')`. */
export const readStyle = (element: Locator, property: string): Promise<string> =>
  element.evaluate((found, name) => getComputedStyle(found)[name] ?? '', property)
