import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getToken } from '@tuma/e2e/screens'
import { getTable, medianAnd95, ms } from './measuring/figures.ts'
import { openHttpClient } from './measuring/http-client.ts'
import { getCpuMs } from './measuring/process-cost.ts'
import { inFolder, startOn } from './running-product.ts'

/**
 * Whether other people wait while papers are drawn: thirty receipts, and thirty labels, of different parcels are asked
 * for at once, while the page of one parcel is asked for every 20 ms: `node infra/bench/papers.ts [--data FOLDER]`. A
 * filled folder has parcels for three rounds, the demonstration's for one: a drawn paper is kept for a minute, so each
 * is asked for once.
 */
const { values } = parseArgs({ options: { data: { type: 'string' } } })
const papers = 30
const everyMs = 20
const quietMs = 3000

const kinds = { receipts: 'generate-pdf', labels: 'label' } as const

const measure = async (folder: string): Promise<void> => {
  const product = await startOn(folder)
  const { ask, close } = openHttpClient(product.url)
  const headers = { authorization: `Bearer ${await getToken(product.url, 'admin@tuma.test')}` }
  let busy = 0
  /** Answers that say busy are counted. */
  const get = async (path: string) => {
    const answered = await ask({ path, headers })
    if (answered.status === 503) busy += 1
    else if (answered.status !== 200) throw new Error(`${path} answered ${answered.status}: ${answered.body}`)
    return answered
  }
  const listed = JSON.parse((await get('/api/admin/deliveries?limit=100')).body) as { trackingId: string }[]
  const ids = listed.map(({ trackingId }) => trackingId)
  const rounds = Math.floor(ids.length / papers)
  const other = `/api/agent/track/${ids[0]}`
  /** Makes the other call every 20 ms until `work` has ended. @returns how long each took, in ms */
  const besides = async (work: () => Promise<unknown>): Promise<number[]> => {
    const asked: Promise<number>[] = []
    const timer = setInterval(() => asked.push(get(other).then((answered) => answered.ms)), everyMs)
    await work().finally(() => clearInterval(timer))
    return Promise.all(asked)
  }

  await besides(() => pause(quietMs))
  const columns = []
  for (const [kind, path] of Object.entries(kinds)) {
    const [before, during, took, cpu]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < rounds; round += 1) {
      before.push(...(await besides(() => pause(quietMs))))
      const [began, cpuBefore] = [performance.now(), getCpuMs(product.pid)]
      const wanted = ids.slice(round * papers, (round + 1) * papers).map((id) => `/api/agent/${path}/${id}`)
      during.push(...(await besides(() => Promise.all(wanted.map(get)))))
      took.push(performance.now() - began)
      cpu.push(getCpuMs(product.pid) - cpuBefore)
    }
    const figures = new Map([
      ['another call before, p50 / p95 (ms)', medianAnd95(before)],
      ['another call meanwhile, p50 / p95 (ms)', medianAnd95(during)],
      ['asked meanwhile; of all, told to come again', `${during.length}; ${busy}`],
      [`until all ${papers} are there, p50 / p95 (ms)`, medianAnd95(took)],
      [
        'CPU of the product for each paper, with the other calls (ms)',
        ms(cpu.reduce((sum, one) => sum + one, 0) / rounds / papers),
      ],
    ])
    columns.push({ name: kind, figures })
    busy = 0
  }
  process.stdout.write(`${getTable('', columns)}\n`)
  close()
  await product.close()
}

await (values.data ? measure(values.data) : inFolder(measure))
