import type { Browser, Page } from 'playwright-core'
import { openFor, shownAfter } from '../screens/screen-times.ts'
import { type Figures, ms } from './figures.ts'

/** Every list with further pages, and its button for the next page. */
const lists = [
  ['agent.cbd@tuma.test', '/Agent/all-deliveries'],
  ['agent.cbd@tuma.test', '/Agent/received?tab=collected'],
  ['agent.cbd@tuma.test', '/Agent/paid'],
  ['agent.cbd@tuma.test', '/Agent/customers'],
  ['admin@tuma.test', '/admin/deliveries'],
  ['admin@tuma.test', '/admin/users'],
  ['admin@tuma.test', '/admin/marketing'],
  ['client@tuma.test', '/Client/delivery-history'],
] as const

const scrolledAt = 20

/**
 * Presses the button for the next page and returns when the screen has more rows and has been painted; null without a
 * button.
 */
const goOn = `(async () => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => /^Show( [a-z]+)? (more|older)|^Show more/i.test(textContent))
  if (!button) return null
  // The last row: a long list is not drawn whole.
  const rows = () => [...document.querySelectorAll('tbody tr, main ul > li')].at(-1)?.textContent
  const before = rows()
  const began = performance.now()
  button.click()
  while (rows() === before) {
    if (performance.now() - began > 60000) throw new Error('no more rows came')
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
})()`

/**
 * Scrolls from top to bottom, a screen in seven frames, as fast as fingers do, and measures the length of the frames. A
 * person notices a frame of more than 50 ms as a jerk.
 */
const scroll = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const long = []
  const watching = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
  watching.observe({ type: 'longtask' })
  scrollTo(0, 0)
  await frame(); await frame()
  const frames = []
  let last = performance.now()
  for (let top = 0; top < document.documentElement.scrollHeight && frames.length < 400; top += 120) {
    scrollTo(0, top)
    await frame()
    const now = performance.now()
    frames.push(now - last)
    last = now
  }
  watching.disconnect()
  frames.sort((a, b) => a - b)
  return {
    frames: frames.length,
    median: frames[frames.length >> 1],
    longest: frames.at(-1),
    jerks: frames.filter((length) => length > 50).length,
    longTasks: long.length,
  }
})()`

type Scrolled = { frames: number; median: number; longest: number; jerks: number; longTasks: number }

/**
 * The time of a further page in the browser, how the list scrolls, and its memory. For all lists, or for those
 * `wanted`.
 */
export const measureLists = async (
  browser: Browser,
  url: string,
  wanted: readonly string[],
  pages: number,
  figures: Figures,
): Promise<void> => {
  for (const [email, path] of lists.filter(([, path]) => wanted.length === 0 || wanted.includes(path))) {
    const page = await openFor(browser, url, email)
    await shownAfter(page, path)
    const work = await getWork(page)
    const scrolled = async (): Promise<string> => {
      const before = await work()
      const { frames, median, longest, jerks, longTasks } = await page.evaluate<Scrolled>(scroll)
      const each = ms(((await work()) - before) / frames)
      return `${each} ms of work a frame; ${frames} frames, ${ms(median)} / ${ms(longest)} ms, ${jerks} > 50 ms, ${longTasks} long tasks`
    }
    const turned = async (): Promise<string | null> => {
      const before = await work()
      const time = await page.evaluate<number | null>(goOn)
      return time === null ? null : `${ms(time)}, ${ms((await work()) - before)} of work`
    }
    figures.set(`${path}: scrolling the first page`, await scrolled())
    let last: string | null = null
    for (let number = 2; number <= pages; number += 1) {
      const time = await turned()
      if (time === null) break
      last = `page ${number}: ${time}`
      if (number === 2) figures.set(`${path}: the second page, ms`, time)
      if (number === Math.min(scrolledAt, pages)) figures.set(`${path}: scrolling ${number} pages`, await scrolled())
    }
    if (last) figures.set(`${path}: the last of ${pages} pages, ms`, last)
    figures.set(`${path}: elements, heap`, await measureSize(page))
    await page.context().close()
  }
}

/**
 * The time that the page's main thread has worked, in ms of its own, so that other work of the machine does not count.
 */
const getWork = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

const measureSize = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const elements = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  return `${elements}, ${Math.round(usedSize / 1_048_576)} MB`
}
