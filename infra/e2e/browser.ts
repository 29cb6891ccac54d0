import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

type Need = 'everything' | 'screens'
type Found = { readonly path: string; readonly args: string[]; readonly env: NodeJS.ProcessEnv }
const found = new Map<Need, Found>()

/** Looked for once in a process; what one browser needs of the environment is nothing to whatever starts after it. */
const find = async (need: Need): Promise<Found> => {
  const known = found.get(need)
  if (known) return known
  const before = { ...process.env }
  const { path, args } = await findChromium(need)
  const env = { ...process.env }
  for (const name of Object.keys(env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  found.set(need, { path, args, env })
  return { path, args, env }
}

/** @param need a camera, or a picture with every sign there is, needs `everything` */
export const openBrowser = async (need: Need = 'screens', ...own: string[]): Promise<Browser> => {
  const { path, args, env } = await find(need)
  return chromium.launch({ executablePath: path, args: [...args, ...own], env })
}

let ofThisProcess: Promise<Browser> | undefined
/** One for all the files that this process runs, one after the other; it ends when the process does. */
export const browserOfThisProcess = (): Promise<Browser> => {
  ofThisProcess ??= openBrowser()
  return ofThisProcess
}

/** The two widths that every screen is made for. */
export const widths = { phone: 360, desk: 1280 } as const
/** Between and beyond them every screen stands as well. */
export const otherWidths = { tablet: 768, laptop: 1024, wide: 1920 } as const

/** Somebody at a screen of their own: no cookies and no storage are shared with anybody else. */
export type Visitor = {
  readonly page: Page
  readonly context: BrowserContext
  /** What the console and the page complained about; a 4xx that a screen expects is no complaint. */
  readonly complaints: string[]
  /** They go, and what they left in their browser with them. */
  leave(): Promise<void>
}

export const newVisitor = async (
  browser: Browser,
  url: string,
  width: number,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Visitor> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 800 },
    acceptDownloads: true,
    colorScheme,
    timezoneId: 'Africa/Nairobi',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return { page, context, complaints: complaintsOf(page), leave: () => context.close() }
}

/** What it complains about from now on. */
export const complaintsOf = (page: Page): string[] => {
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

/** What the browser makes of our style sheets for one element: `styleOf(field, 'borderColor')`. */
export const styleOf = (element: Locator, property: string): Promise<string> =>
  element.evaluate((found, name) => getComputedStyle(found)[name] ?? '', property)

/** What everybody saw when a step failed, below .cache/journey (which git ignores). */
export const photograph = async (visitors: Record<string, Visitor>, step: string): Promise<void> => {
  const folder = fileURLToPath(new URL('../../.cache/journey/', import.meta.url))
  for (const [who, { page }] of Object.entries(visitors)) {
    await page.screenshot({ path: `${folder}${step.replaceAll(/\W+/g, '-')} ${who}.png`, fullPage: true })
  }
}
