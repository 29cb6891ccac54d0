import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openBrowser } from '@tuma/e2e/browser'
import { getToken } from '@tuma/e2e/screens'
import type { Browser, CDPSession } from 'playwright-core'
import { type HttpClient, openHttpClient, upTo } from './measuring/http-client.ts'
import { inFolder, startOn } from './running-product.ts'
import { openFor, shownAfter } from './screens/screen-times.ts'

/**
 * Whether a page that is open all day grows: DOM nodes and JavaScript heap after 50 and after 500 live changes, each of
 * which makes the page ask again: `node infra/bench/long-open-pages.ts [--data FOLDER] [--few 50] [--many 500]`. The
 * same parcels are held and released, so that the lists keep their length. Exit code 1 where a page has grown by more
 * than a fifth.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    few: { type: 'string', default: '50' },
    many: { type: 'string', default: '500' },
  },
})
const [few, many] = [Number(values.few), Number(values.many)]
const maxTimes = 1.2
const parcels = 4
/** Longer than a page needs to ask again and to draw, so that it handles each change on its own. */
const changeIntervalMs = 250
const calmMs = 3000

const pages = [
  ['agent.cbd@tuma.test', '/Agent/to-do'],
  ['admin@tuma.test', '/Admin/problems'],
  ['admin@tuma.test', '/Admin/deliveries'],
] as const

const measureSize = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const heapMiB = metric('JSHeapUsedSize') / 2 ** 20
  return { nodes: metric('Nodes'), heapMiB, listeners: metric('JSEventListeners') }
}

/** @returns a function for its size, and one for how often it has asked the API since it was opened */
const openPage = async (browser: Browser, url: string, [email, path]: (typeof pages)[number]) => {
  const page = await openFor(browser, url, email)
  await shownAfter(page, path)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked += 1
  })
  return async (changes: number) => {
    const size = { path, changes, ...(await measureSize(session)), asked }
    console.log(JSON.stringify(size))
    return size
  }
}

/** @returns a function that makes the change with this number: each parcel in turn is held, then each is released */
const openChanging = async ({ ask }: HttpClient, url: string) => {
  const headers = { authorization: `Bearer ${await getToken(url, 'agent.cbd@tuma.test')}` }
  const { body } = await ask({ path: `/api/agent/dropping-deliveries?status=uncollected&limit=${parcels}`, headers })
  const ids = (JSON.parse(body) as { _id: string }[]).map(({ _id }) => _id)
  if (ids.length < parcels) throw new Error(`only ${ids.length} parcels wait at the shop`)
  return async (number: number): Promise<void> => {
    const id = ids[number % parcels]
    const step = Math.floor(number / parcels) % 2 === 0 ? 'hold' : 'lift'
    const path = `/api/agent/${step}/${id}`
    const answered = await ask({ method: 'PUT', path, headers, body: { id, code: 'damaged' } })
    if (answered.status !== 200) throw new Error(`${path} answered ${answered.status} ${answered.body}`)
  }
}

const measure = async (folder: string): Promise<void> => {
  const product = await startOn(folder)
  const browser = await openBrowser()
  const httpClient = openHttpClient(product.url)
  try {
    const change = await openChanging(httpClient, product.url)
    const open = await Promise.all(pages.map((one) => openPage(browser, product.url, one)))
    const sizesAfter = async (from: number, to: number) => {
      for (const number of upTo(to - from)) {
        await change(from + number)
        await pause(changeIntervalMs)
      }
      await pause(calmMs)
      return Promise.all(open.map((size) => size(to)))
    }
    const before = await sizesAfter(0, few)
    const after = await sizesAfter(few, many)
    const grown = after.filter(({ path, nodes, heapMiB }, place) => {
      const then = before[place] as (typeof before)[number]
      const times = { nodes: nodes / then.nodes, heap: heapMiB / then.heapMiB }
      console.log(JSON.stringify({ path, times }))
      return Math.max(times.nodes, times.heap) > maxTimes
    })
    if (grown.length > 0) process.exitCode = 1
  } finally {
    httpClient.close()
    await browser.close()
    await product.close()
  }
}

await (values.data ? measure(values.data) : inFolder(measure))
