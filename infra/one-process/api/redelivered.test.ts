import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putDemonstration } from './demonstration.ts'
import { openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const METRICS_TOKEN = 'of-sixteen-letters-or-more'
let DATA_DIR: string
let product: TestProduct
const start = async () => {
  product = await openTestProduct({ DATA_DIR, PUBLIC_URL: 'http://tuma.example', METRICS_TOKEN })
}
beforeEach(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'tuma-redelivered-'))
  await putDemonstration(DATA_DIR)
  await start()
})
afterEach(async () => {
  await product.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const inFile = <T>(act: (file: DatabaseSync) => T): T => {
  const file = new DatabaseSync(join(DATA_DIR, 'tuma.db'))
  try {
    return act(file)
  } finally {
    file.close()
  }
}
const getNumber = (query: string) => inFile((file) => Number(Object.values(file.prepare(query).get() ?? {})[0]))
const events = () => getNumber('select count(*) from events')
/** The positions of all consumer groups, as the file has them. */
const positions = () => inFile((file) => file.prepare('select * from group_positions order by topic, consumers').all())
/**
 * Messages that some service has still to receive, by the metrics: a group also passes messages that it does not
 * handle, and does not store those positions.
 */
const unheard = async (): Promise<number> => {
  const metrics = await (
    await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  const lags = [...metrics.matchAll(/^tuma_group_lag_messages\{.*\} (\d+)$/gm)]
  return lags.length > 0 ? lags.reduce((sum, [, lag]) => sum + Number(lag), 0) : Number.NaN
}
/** Waits until no service has a message left and all of them can be read. */
const settled = async () => {
  let before = -1
  await expect
    .poll(
      async () => {
        const ready = (await product.stranger().get('/readyz')).body
        const [last, now] = [before, events()]
        before = now
        return { ready, unheard: await unheard(), still: last === now }
      },
      { timeout: 90_000, interval: 1000 },
    )
    .toEqual({ ready: { ready: true }, unheard: 0, still: true })
}
const shown = async () => {
  const admin = await product.signedIn('admin')
  const lists = [
    'deliveries?limit=500',
    'deliveries/counts',
    'users?limit=500',
    'sms-contacts?limit=500',
    'unsent?limit=500',
  ]
  const answers = await Promise.all(lists.map((list) => admin.get(`/api/admin/${list}`)))
  const revenue = await admin.get('/api/admin/revenue/overview')
  const sent = await product.stranger({ accept: 'application/json' }).get('/dev/outbox')
  return [...answers, revenue, sent].map(({ status, body }) => ({ status, body }))
}

test('all messages are delivered again to all services, and nothing changes', async () => {
  const fixtures = await openFixtures(product)
  const parcel = await fixtures.dukani('delivered')
  await fixtures.thika.put(`/api/agent/update-collected/${parcel._id}`, {})
  await fixtures.admin.delete(`/api/admin/deliveries/${(await fixtures.dukani())._id}`)
  await fixtures.doorstep()
  await settled()
  const before = await shown()
  await settled()
  await product.close()

  const stored = { events: events(), positions: positions() }
  expect(stored.positions.length).toBeGreaterThan(8)
  inFile((file) => file.exec('delete from group_positions'))
  await start()
  await settled()
  await product.close()
  // A group stores a position only when it has come that far, so all groups have received all messages.
  expect(positions()).toEqual(stored.positions)
  await start()
  expect(events()).toBe(stored.events)
  expect(getNumber('select count(*) from parked_messages')).toBe(0)
  expect(await shown()).toEqual(before)
})
