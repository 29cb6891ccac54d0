import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { keptBy } from '@tuma/one-process/read-models'
import { openEmbedded } from '@tuma/platform/engines'
import { type HttpAnswer, type HttpClient, openHttpClient, upTo } from './measuring/http-client.ts'
import { getCpuMs } from './measuring/process-cost.ts'
import { inFolder, type RunningProduct, startOn } from './running-product.ts'
import { cutStatement, usualCuts } from './statements/cut-statement.ts'
import { portalFile } from './statements/statement-file.ts'
import { openTillAdmin, signedInAdmin } from './statements/till-admin.ts'

/**
 * The cost of money handling on this machine: `node infra/bench/money.ts [--part prompts|statement|cut|books] [--rows
 * 50000] [--entries 1000000]`.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    rows: { type: 'string', default: '50000' },
    entries: { type: 'string', default: '1000000' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)
const of = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
const told = (each: readonly number[]) => {
  const sorted = [...each].sort((one, other) => one - other)
  return `p50 ${of(sorted, 0.5).toFixed(0)}, p99 ${of(sorted, 0.99).toFixed(0)}, worst ${of(sorted, 1).toFixed(0)} ms`
}
/** Each visitor comes from an address of their own. */
const from = (number: number) => ({ 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` })
const getJson = ({ status, body }: HttpAnswer) => {
  if (status >= 300) throw new Error(`answered ${status} ${body.slice(0, 300)}`)
  return JSON.parse(body)
}
const settings = { TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }

const withProduct = (folder: string, work: (product: RunningProduct, httpClient: HttpClient) => Promise<void>) =>
  startOn(folder, settings).then(async (product) => {
    const httpClient = openHttpClient(product.url)
    await work(product, httpClient).finally(async () => {
      httpClient.close()
      await product.close()
    })
  })

const getPrompt = (number: number) => ({
  paymentReferenceId: `PAY-${100_000 + number}`,
  senderName: 'Wanjiku Kamau',
  phone: `2547${10_000_000 + number}`,
  amount: 350,
})
const ask = (httpClient: HttpClient, number: number) =>
  httpClient.ask({ method: 'POST', path: '/api/payment/prompts', headers: from(number), body: getPrompt(number) })

/**
 * A visitor whose answer says busy asks again a moment later, and then reads the prompt with the cookie of the answer.
 */
const opened = async (url: string, number: number) => {
  for (let busy = 0; ; busy += 1) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/payment/prompts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(number) },
      body: JSON.stringify(getPrompt(number)),
    })
    const ms = performance.now() - began
    const body = (await answer.json()) as { readonly promptId: string }
    if (answer.status === 503) {
      await pause(100)
      continue
    }
    if (!answer.ok) throw new Error(`answered ${answer.status} ${JSON.stringify(body)}`)
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const look = async () => {
      const seen = await fetch(`${url}/api/payment/prompts/${body.promptId}`, { headers: { cookie, ...from(number) } })
      return ((await seen.json()) as { state: string }).state
    }
    return { ms, busy, look }
  }
}

const prompts = () =>
  inFolder((folder) =>
    withProduct(folder, async ({ url, pid }, httpClient) => {
      for (const number of upTo(30)) getJson(await ask(httpClient, number))
      const alone: number[] = []
      for (const number of upTo(100)) {
        const answered = await ask(httpClient, 1000 + number)
        getJson(answered)
        alone.push(answered.ms)
      }
      say(`a prompt, one after the other: ${told(alone)}`)
      const before = getCpuMs(pid)
      const began = performance.now()
      const open = await Promise.all(upTo(200).map((number) => opened(url, 5000 + number)))
      const tookMs = performance.now() - began
      say(`200 at once: ${told(open.map(({ ms }) => ms))}; all there after ${tookMs.toFixed(0)} ms`)
      say(
        `told to come again: ${open.reduce((sum, { busy }) => sum + busy, 0)} times; CPU ${((getCpuMs(pid) - before) / 200).toFixed(1)} ms each`,
      )
      await pause(3000)
      const states = await Promise.all(open.map(({ look }) => look()))
      say(
        `open at once, each as its own payer sees it: ${states.filter((state) => state === 'sent').length} of ${open.length}`,
      )
      say(`another person meanwhile: ${(await ask(httpClient, 9000)).ms.toFixed(0)} ms`)
    }),
  )

const statement = async () => {
  const rows = Number(values.rows)
  const { file } = portalFile(rows)
  say(`a statement of ${rows} rows, ${(file.length / 1e6).toFixed(1)} MB`)
  await inFolder((folder) =>
    withProduct(folder, async ({ url, pid }) => {
      const admin = await openTillAdmin(url)
      const clock = () => ({ ms: performance.now(), cpu: getCpuMs(pid) })
      const since = (one: ReturnType<typeof clock>) =>
        `${((performance.now() - one.ms) / 1000).toFixed(1)} s, CPU ${((getCpuMs(pid) - one.cpu) / 1000).toFixed(1)} s`
      const whole = clock()
      const { _id: id } = await admin.upload(file)
      say(`read: ${since(whole)}`)
      const compared = clock()
      const { matched, newMoney, charges } = await admin.findings(id)
      say(`compared: ${since(compared)}: matched ${matched}, new ${newMoney.count}, charges ${charges.count}`)
      const committed = clock()
      await admin.commit(id)
      const seen: number[] = []
      for (let state = ''; state !== 'applied'; await pause(500)) {
        const row = (await admin.list()).find(({ _id }) => _id === id)
        if (!row) throw new Error('the statement is gone')
        state = row.state
        seen.push(row.applied)
      }
      say(`taken over: ${since(committed)}; progress was seen ${new Set(seen).size} times`)
      say(`in all: ${since(whole)}`)
      say(`the same again: ${(await admin.upload(file)).state}`)
    }),
  )
}

const cut = async () => {
  const over = await cutStatement({ ...portalFile(Number(values.rows)), cuts: usualCuts, say })
  say(
    `cut ${over} times before its end: each row once, the books as without a cut, and the same file again changed nothing`,
  )
}

const together = 5000
const books = () =>
  inFolder(async (folder) => {
    const entries = Number(values.entries)
    const first = await startOn(folder, settings)
    await first.close()
    const engines = await openEmbedded({ folder })
    const { documents } = engines.of('revenue')
    const view = keptBy.revenue?.readModels.find(({ collection: { name } }) => name.startsWith('entries-'))
    if (!view) throw new Error('revenue keeps no entries any more')
    await documents.collection(view.collection)
    const accounts = ['till', 'prepaid', 'fees_earned', 'drawers', 'owed_to_senders'] as const
    for (let from = 0; from < entries; from += together)
      await documents.write(
        upTo(Math.min(together, entries - from)).map((index) => {
          const number = from + index
          const at = new Date(Date.parse('2024-01-01T00:00:00.000Z') + number * 80_000).toISOString()
          const entryId = `made-up ${number} 0`
          const account = accounts[number % accounts.length] ?? 'till'
          const row = { entryId, at, account, party: null, cents: number % 2 ? 100 : -100, because: 'MoneySeen' }
          return {
            collection: view.collection.name,
            id: entryId,
            version: 1,
            document: { ...row, deliveryId: null, paymentId: `p${number}` },
          }
        }),
      )
    await engines.close()
    await withProduct(folder, async ({ url, pid, readyMs }, httpClient) => {
      const admin = await signedInAdmin(url)
      say(`books of ${entries} entries; ready in ${(readyMs / 1000).toFixed(1)} s`)
      for (const path of [
        '/api/admin/books',
        '/api/admin/books/entries?limit=50',
        '/api/admin/books/entries?limit=50&account=fees_earned',
        '/api/admin/books/entries?limit=50&from=2025-03-01&to=2025-03-02',
        '/api/admin/books/days/2026-11-20',
        '/api/admin/books/counts',
      ]) {
        const times: number[] = []
        const before = getCpuMs(pid)
        for (const _ of upTo(20)) {
          const answered = await httpClient.ask({ path, headers: admin })
          getJson(answered)
          times.push(answered.ms)
        }
        say(
          `${path}: first ${times[0]?.toFixed(0)} ms, ${told(times)}; CPU ${((getCpuMs(pid) - before) / 20).toFixed(1)} ms`,
        )
      }
    })
  })

const parts = { prompts, statement, cut, books }
for (const [name, work] of Object.entries(parts)) if (!values.part || values.part === name) await work()
