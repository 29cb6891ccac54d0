import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newVisitor, slowAgain, stopSlowing, toComplaints, type Visitor } from './browser/browser.ts'
import { beginRecording, dropRecording } from './running/evidence.ts'

const spoiled = new WeakSet<BrowserContext>()

/** Something was done to this one that cannot be undone, as to its clock: nobody sits there afterwards. */
export const spoil = (context: BrowserContext): void => {
  spoiled.add(context)
}

/**
 * Where visitors of one product sit down, one after the other: each finds the seat as if nobody had been there, but for
 * the product's files, which its browser need not fetch and compile again for everybody.
 */
export const seatsAt = (browser: Browser, url: string) => {
  const free: { context: BrowserContext; page: Page }[] = []
  const taken = new Set<BrowserContext>()

  const leave = async (context: BrowserContext): Promise<void> => {
    taken.delete(context)
    await dropRecording(context)
    if (spoiled.has(context)) return context.close()
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
      const seat = known ?? (await newVisitor(browser, url, width))
      const { context, page } = seat
      taken.add(context)
      if (known) await beginRecording(context)
      await slowAgain(context)
      await page.setViewportSize({ width, height: 800 })
      const complaints = 'complaints' in seat ? seat.complaints : toComplaints(page)
      return { page, context, complaints, leave: () => leave(context) }
    },
    /** Where somebody still sits, as their test has failed, nobody sits afterwards. */
    async clear(): Promise<void> {
      await Promise.all([...taken].map((context) => context.close()))
      taken.clear()
    },
  }
}
export type Seats = ReturnType<typeof seatsAt>
