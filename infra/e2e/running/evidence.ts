import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'

/**
 * A failed test leaves a folder below `.cache/failed-journeys`: a picture and the accessible tree of every open page,
 * the trace of every browser context (`npx playwright-core show-trace`), and the log of every product.
 */
const folder = fileURLToPath(new URL('../../../.cache/failed-journeys/', import.meta.url))

let isOn = false
const traced = new WeakSet<BrowserContext>()
const recorded = new Set<BrowserContext>()
const logs = new Set<string>()

/** Tests record; measurements, which open the same browsers, do not. */
export const keepEvidenceOfFailures = (): void => {
  isOn = true
}

/** Records what happens in this context from now on. */
export const beginRecording = async (context: BrowserContext): Promise<void> => {
  if (!isOn) return
  if (!traced.has(context)) {
    traced.add(context)
    context.once('close', () => recorded.delete(context))
    // Snapshots would load what the page's own policy forbids, and the page would complain.
    await context.tracing.start()
  }
  recorded.add(context)
  await context.tracing.startChunk()
}

/** The test has passed, so its recording is dropped. */
export const dropRecording = async (context: BrowserContext): Promise<void> => {
  if (recorded.delete(context)) await context.tracing.stopChunk()
}

/** @param file the log of a product, as long as that runs. @returns a function that says that it has ended */
export const watchLog = (file: string): (() => void) => {
  logs.add(file)
  return () => void logs.delete(file)
}

/** @returns the folder */
export const keepEvidence = async (test: string): Promise<string> => {
  const place = join(folder, test.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 120))
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  for (const [who, context] of [...recorded].entries()) {
    for (const [at, page] of context.pages().entries()) await keepLooks(page, join(place, `${who}-${at}`))
    await context.tracing.stopChunk({ path: join(place, `${who}.trace.zip`) })
  }
  recorded.clear()
  for (const log of logs) await cp(log, join(place, basename(log)))
  return place
}

/** A page that is being left has no picture, but the trace shows it. */
const keepLooks = async (page: Page, path: string): Promise<void> => {
  const timeout = 10_000
  await page.screenshot({ path: `${path}.png`, fullPage: true, timeout }).catch(() => undefined)
  const tree = await page.locator('body').ariaSnapshot({ timeout }).catch(String)
  await writeFile(`${path}.yaml`, `# ${page.url()}\n${tree}\n`)
}
