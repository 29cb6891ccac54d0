import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { prompted } from '../api/parcels.ts'
import { openTestProduct, type TestProduct } from '../api/test-product.ts'
import { keptBy } from '../src/read-models.ts'
import { answersTo } from './everything.ts'
import { createEnvironment, getCopy, keptFolder } from './kept-folders.ts'

/** Inputs of lists, searches and counts beyond those of `everything.ts`. */
const questions = [
  ...['?search=0711333444', '?search=TM-7', '?type=doorstep', '?from=2026-11-01&to=2026-11-30'].map(
    (filters) => `/api/admin/deliveries${filters}`,
  ),
  ...['', '?search=TM-7'].map((search) => `/api/agent/paid-parcels${search}`),
  ...['?search=0711333444', '?search=zawadi'].map((search) => `/api/admin/sms-contacts${search}`),
  ...['name', 'points'].map((sort) => `/api/admin/users?role=user&sort=${sort}`),
  '/api/admin/books/paid-out?missing=true',
  '/dev/outbox',
]
const asAgent = [
  ...['?search=0711333444', '?search=zawadi'].map((search) => `/api/agent/customers${search}`),
  ...['', '?search=TM-7'].map((search) => `/api/agent/paid-parcels${search}`),
]

/** Indexes that only a longer story uses; a test of the service shows that. */
const askedElsewhere: { readonly [index: string]: string } = {
  'delivery/bookings-v2()': 'the order of its other lists: each is of a shop, a prompt or what waits',
  'delivery/bookings-v2(payer,state)':
    'sender-bookings.test.ts: what a payer sees with unused money, and how many wait',
  'delivery/bookings-v2(promptId)': 'bookings.test.ts: its prompt is followed live',
  'identity/approvals-v1(by,digest)': 'approvals.test.ts: an approval for exactly this',
  'notification/messages-v6(providerId)': 'unsent.test.ts: a provider reports',
  'notification/unanswered-v1(phoneKey)': 'unanswered.test.ts: a provider reports to the phone of a lost answer',
  'payment/stated-payments-v3()': 'statements.test.ts: what was counted of before a statement',
  'payment/held-payments-v5(usedBy)': 'doubt-checks.test.ts: a parcel that is dropped',
  'payment/payments-v4(nameKey,reference)': 'service.test.ts: a payer whom only their name finds',
  'revenue/shortages-v1(by)': 'two-people.test.ts: small shortages of one admin are one large one',
}

/**
 * All queries that are prepared on this thread. The thread that writes has statements of its own, and none of them
 * lists.
 */
const asked = new Set<string>()
const { prepare } = DatabaseSync.prototype
const kept = keptFolder()
let folder: string
let product: TestProduct

beforeAll(async () => {
  DatabaseSync.prototype.prepare = function (sql, ...more) {
    if (/^(select|with) /.test(sql)) asked.add(sql)
    return prepare.call(this, sql, ...more)
  }
  folder = getCopy(kept)
  product = await openTestProduct({ DATA_DIR: folder }, createEnvironment(kept))
}, 300_000)
afterAll(async () => {
  DatabaseSync.prototype.prepare = prepare
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

const usedBy = (database: DatabaseSync, sql: string): string[] =>
  database
    .prepare(`explain query plan ${sql}`)
    .all()
    .flatMap(({ detail }) => /INDEX ([a-z]+\/[a-z0-9-]+\([^)]*\)) \(/.exec(String(detail))?.[1] ?? [])

test('every index that a read model declares is used by a query', async () => {
  await answersTo(product, kept.kept)
  const [admin, agent] = [await product.signedIn('admin'), await product.signedIn('agent.cbd')]
  for (const question of questions) expect((await admin.get(question)).status).toBe(200)
  await prompted(product.stranger())
  for (const question of asAgent) expect((await agent.get(question)).status).toBe(200)

  const database = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  onTestFinished(() => database.close())
  const declared = Object.entries(keptBy).flatMap(([service, { readModels }]) =>
    readModels.flatMap(({ collection: { name, unlisted, indexes } }) =>
      (unlisted ? indexes : [[], ...indexes]).map((fields) => `${service}/${name}(${fields})`),
    ),
  )
  const unused = (): string[] => {
    const used = new Set([...asked].flatMap((sql) => usedBy(database, sql)))
    return declared.filter((index) => !used.has(index)).sort()
  }
  // Jobs that run by the clock start a minute after the product.
  await vi.waitFor(() => expect(unused()).toEqual(Object.keys(askedElsewhere).sort()), {
    timeout: 240_000,
    interval: 500,
  })
}, 300_000)
