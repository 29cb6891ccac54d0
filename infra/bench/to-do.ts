import { parseArgs } from 'node:util'
import { getToken } from '@tuma/e2e/screens'
import { keptBy } from '@tuma/one-process/read-models'
import { openEmbedded } from '@tuma/platform/engines'
import { type DocumentStore, everyDocument } from '@tuma/platform/ports'
import { startWithDemoPeople } from './demo-people.ts'
import { computeMedian, ms } from './measuring/figures.ts'
import { openHttpClient } from './measuring/http-client.ts'
import { inFolder, startOn } from './running-product.ts'

/**
 * Measures the to-do list of a busy shop beside few and many other promises: `node infra/bench/to-do.ts [--few 10000]
 * [--many 1000000]`. Rows are written as documents, not by commands, since only this view is measured. Both products
 * answer in turn.
 */
const { values } = parseArgs({
  options: { few: { type: 'string' }, many: { type: 'string' }, rounds: { type: 'string' } },
})
const { few = '10000', many = '1000000', rounds = '200' } = values

/** Promises of the shop that asks: more than the longest page. */
const busy = 600
const shops = 400
const together = 5000
const firstDue = Date.parse('2026-11-01T06:00:00.000Z')
const getDue = (number: number): string => new Date(firstDue + number * 1000).toISOString()

type Row = Readonly<Record<string, unknown>>

const viewNamed = (name: string) => {
  const view = keptBy.delivery?.readModels.find(({ collection }) => collection.name.startsWith(`${name}-v`))
  if (!view) throw new Error(`delivery has no view ${name}`)
  return view.collection
}

/** The newest parcel to a door of the shop that asks; all others are copies of it. */
const sampleIn = async (documents: DocumentStore) => {
  const where = { deliveryType: 'doorstep', status: ['uncollected', 'inTransit'] }
  const deliveries = await documents.collection<Row>(viewNamed('deliveries'))
  for await (const row of everyDocument(deliveries, { where }))
    if (row.promisedBy !== null && `${row.senderShop}`.includes('MOI AVENUE')) return row
  throw new Error('the demonstration has no parcel to a door')
}

const fill = async (folder: string, rows: number): Promise<void> => {
  const { product } = await startWithDemoPeople(folder)
  await product.close()
  const engines = await openEmbedded({ folder })
  const { documents } = engines.of('delivery')
  const parcel = await sampleIn(documents)
  const promises = await documents.collection<Row>(viewNamed('promises'))
  const deliveries = await documents.collection<Row>(viewNamed('deliveries'))
  const toPromise = (number: number) => ({
    ...{
      deliveryId: `bench-${number}`,
      by: getDue((number * 7919) % rows),
      state: 'open',
      status: 'uncollected',
      leg: 'out',
    },
    ...{ outcome: null, holds: [], shop: number < busy ? parcel.senderShop : `PLACE|SHOP ${number % shops}` },
  })
  const getParcel = (number: number) => ({
    ...parcel,
    ...{ _id: `bench-${number}`, trackingId: `TM-BENCH-${number}`, promisedBy: toPromise(number).by, words: [] },
  })
  for (let from = 0; from < rows; from += together) {
    const numbers = Array.from({ length: Math.min(together, rows - from) }, (_, index) => from + index)
    await documents.write(
      numbers.flatMap((number) => [
        { collection: promises.spec.name, id: `bench-${number}`, version: 1, document: toPromise(number) },
        ...(number < busy
          ? [{ collection: deliveries.spec.name, id: `bench-${number}`, version: 1, document: getParcel(number) }]
          : []),
      ]),
    )
  }
  await engines.close()
}

const openAgent = async (url: string) => {
  const httpClient = openHttpClient(url)
  const headers = { authorization: `Bearer ${await getToken(url, 'agent.cbd@tuma.test')}` }
  return {
    close: httpClient.close,
    async getTime(limit: number): Promise<number> {
      const { status, ms, body } = await httpClient.ask({ path: `/api/agent/to-do?limit=${limit}`, headers })
      const rows = status === 200 ? (JSON.parse(body) as object[]).length : 0
      if (rows !== limit) throw new Error(`asked for ${limit} rows, answered ${rows} with ${status}`)
      return ms
    },
  }
}

const measure = async (urls: readonly string[]): Promise<void> => {
  const agents = await Promise.all(urls.map(openAgent))
  const limits = [100, 500] as const
  const times = agents.map(() => limits.map((): number[] => []))
  for (let round = -20; round < Number(rounds); round += 1)
    for (const [who, agent] of agents.entries())
      for (const [which, limit] of limits.entries()) {
        const time = await agent.getTime(limit)
        if (round >= 0) times[who]?.[which]?.push(time)
      }
  for (const agent of agents) agent.close()
  const p50 = times.map((of) => of.map(computeMedian))
  const [[few100 = 0, few500 = 0] = [], [many100 = 0, many500 = 0] = []] = p50
  console.log(`${few} promises: 100 rows ${ms(few100)} ms, 500 rows ${ms(few500)} ms`)
  console.log(`${many} promises: 100 rows ${ms(many100)} ms, 500 rows ${ms(many500)} ms`)
  console.log(
    `many against few ${(many100 / few100).toFixed(2)}, 500 rows against 100 ${(many500 / many100).toFixed(2)}`,
  )
}

await inFolder((small) =>
  inFolder(async (large) => {
    await fill(small, Number(few))
    await fill(large, Number(many))
    const products = [await startOn(small), await startOn(large)]
    await measure(products.map(({ url }) => url)).finally(() => Promise.all(products.map((product) => product.close())))
  }),
)
