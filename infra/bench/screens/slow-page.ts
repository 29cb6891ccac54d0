import { setTimeout as pause } from 'node:timers/promises'
import { makeSlow } from '@tuma/e2e/slow-line'
import type { Page, Request } from 'playwright-core'

const calmMs = 2000

/** One visit, from the navigation until nothing is loaded or drawn; milliseconds and compressed bytes. */
export type Visit = {
  readonly lcpMs: number
  readonly shift: number
  readonly longestMs: number
  /** The total time beyond 50 ms of all tasks. */
  readonly blockedMs: number
  /** The time of the last change on the screen. */
  readonly shownMs: number
  readonly bytes: number
  readonly scriptBytes: number
}

const watch = `
  window.seen = { lcpMs: 0, shift: 0, longestMs: 0, blockedMs: 0, shownMs: 0 }
  const each = (type, look) => new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true })
  each('largest-contentful-paint', (entry) => { seen.lcpMs = entry.startTime })
  each('layout-shift', (entry) => { seen.shift += entry.hadRecentInput ? 0 : entry.value })
  each('longtask', ({ duration }) => { seen.longestMs = Math.max(seen.longestMs, duration); seen.blockedMs += duration - 50 })
  new MutationObserver(() => { seen.shownMs = performance.now() })
    .observe(document, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['hidden'] })`
const look = `({ ...window.seen, isCalm: document.readyState === 'complete' && document.querySelector('#app[hidden], [aria-busy="true"]') === null
  && performance.now() - window.seen.shownMs > ${calmMs} })`

/** Watches the page's visits, on a slow line from now on. @returns a function that visits an address */
export const slowly = async (page: Page) => {
  await page.addInitScript(watch)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await makeSlow(session)

  const underWay = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && underWay.add(request))
  const done = (request: Request): void => void underWay.delete(request)
  page.on('requestfinished', done).on('requestfailed', done)
  const types = new Map<string, string>()
  let [bytes, scriptBytes] = [0, 0]
  session.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (types.get(requestId) === 'Script') scriptBytes += encodedDataLength
  })

  return async (address: string, { cached = false } = {}): Promise<Visit> => {
    await session.send('Network.setCacheDisabled', { cacheDisabled: !cached })
    underWay.clear()
    ;[bytes, scriptBytes] = [0, 0]
    await page.goto(address, { timeout: 120_000 })
    for (;;) {
      const { isCalm, ...seen } = await page.evaluate<Omit<Visit, 'bytes' | 'scriptBytes'> & { isCalm: boolean }>(look)
      if (isCalm && underWay.size === 0) return { ...seen, bytes, scriptBytes }
      await pause(100)
    }
  }
}
