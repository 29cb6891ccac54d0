import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newVisitor, slowAgain, stopSlowing, toComplaints, type Visitor } from './browser/browser.ts'
import { beginRecording, dropRecording } from './running/evidence.ts'

const retired = new WeakSet<BrowserContext>()

/** Marks a context that was changed for good, for example its clock; it is not used again. */
export const retireContext = (context: BrowserContext): void => {
  retired.add(context)
}

/** No later visitor may run a script that a test has added to all pages of its context. */
const retireWithScripts = (context: BrowserContext): void => {
  const addInitScript = context.addInitScript.bind(context)
  context.addInitScript = (...script) => {
    retireContext(context)
    return addInitScript(...script)
  }
}

/**
 * Browser contexts that visitors of one product use one after the other. Each visitor finds an empty context, except
 * for the product's cached files, which the browser then need not load and compile again.
 */
export const openBrowserPool = (browser: Browser, url: string) => {
  const free: { context: BrowserContext; page: Page }[] = []
  const taken = new Set<BrowserContext>()

  const leave = async (context: BrowserContext): Promise<void> => {
    taken.delete(context)
    await dropRecording(context)
    if (retired.has(context)) return context.close()
    stopSlowing(context)
    const page = await context.newPage()
    await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await Promise.all([context.clearCookies(), context.clearPermissions()])
    const session = await context.newCDPSession(page)
    const storageTypes = 'local_storage,session_storage,indexeddb,cache_storage,service_workers'
    await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes })
    await session.detach()
    free.push({ context, page })
  }

  return {
    async take(width: number): Promise<Visitor> {
      const known = free.pop()
      const entry = known ?? (await newVisitor(browser, url, width))
      const { context, page } = entry
      taken.add(context)
      if (known) await beginRecording(context)
      else retireWithScripts(context)
      await slowAgain(context)
      await page.setViewportSize({ width, height: 800 })
      const complaints = 'complaints' in entry ? entry.complaints : toComplaints(page)
      return { page, context, complaints, leave: () => leave(context) }
    },
    /** Closes contexts that are still in use because their test has failed. */
    async clear(): Promise<void> {
      await Promise.all([...taken].map((context) => context.close()))
      taken.clear()
    },
  }
}
export type BrowserPool = ReturnType<typeof openBrowserPool>
