import type { DeliveryRecord } from '@tuma/contracts/services'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CallContext } from '../door/policy.ts'
import { openPapers, type Paper, type Papers, type Pdf } from './papers.ts'

const now = '2026-11-28T09:00:00.000Z'
const parcel = { _id: 'd1', trackingId: 'TM-1', revision: 3, sender: { name: 'Wanjiku Kamau' } }
const receipt = (change: object = {}, inFull = true): Paper => ({
  kind: 'receipt',
  delivery: { ...parcel, ...change } as unknown as DeliveryRecord,
  inFull,
  publicUrl: 'https://tuma.example',
})
const labels = (...revisions: number[]): Paper => ({
  kind: 'labels',
  labels: revisions.map((revision) => ({ delivery: { ...parcel, revision } as DeliveryRecord, placeCode: 'THK' })),
  size: 'a6',
  publicUrl: 'https://tuma.example',
})
const asker = (address: string, user: { _id: string } | null = null) =>
  ({ address, caller: { user } }) as unknown as CallContext
const tooMany = { code: 'too_many', details: { retryAfter: expect.any(Number) } }

let drawn: Paper[]
let begun: number
let finish: (() => void)[]
let ms: number
let papers: Papers
/** @param waits each paper is drawn when the test says so */
const open = async ({ max = 100, bytes = 1000, waits = false } = {}) => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const draw = async (paper: Paper): Promise<Pdf> => {
    begun += 1
    if (waits) await new Promise<void>((resolve) => finish.push(resolve))
    drawn.push(paper)
    return new Uint8Array(bytes)
  }
  const { limits: counts } = engines.of('bff')
  papers = openPapers({ counts, settings: { PAPERS_PER_MINUTE: max }, draw, clock: { now: () => ms } })
}
beforeEach(() => {
  ;[drawn, finish, begun, ms] = [[], [], 0, 1]
})

describe('a paper', () => {
  test('is drawn once a minute, and again in another view or after its parcel has changed', async () => {
    await open()
    const first = await papers.drawPdf(receipt(), now)
    ms += 59_000
    expect(await papers.drawPdf(receipt(), now)).toBe(first)
    await papers.drawPdf(receipt({}, false), now)
    await papers.drawPdf(receipt({ revision: 4 }), now)
    await papers.drawPdf(labels(3), now)
    expect(drawn).toHaveLength(4)
    ms += 2000
    await papers.drawPdf(receipt(), now)
    expect(drawn).toHaveLength(5)
  })
  test('that many ask for at the same moment is drawn once', async () => {
    await open()
    const all = await Promise.all(Array.from({ length: 20 }, () => papers.drawPdf(receipt(), now)))
    expect([new Set(all).size, drawn.length]).toEqual([1, 1])
  })
  test('of an erased person is not shown again, nor kept', async () => {
    await open()
    await papers.drawPdf(receipt(), now)
    await papers.drawPdf(receipt({ sender: { name: '(erased)' } }), now)
    expect(drawn).toHaveLength(2)
    papers.forgetAll()
    await papers.drawPdf(receipt(), now)
    expect(drawn).toHaveLength(3)
  })
  test('that is being drawn during an erasure is not kept', async () => {
    await open({ waits: true })
    const first = papers.drawPdf(receipt(), now)
    await vi.waitUntil(() => finish.length === 1, 60_000)
    papers.forgetAll()
    finish[0]?.()
    await first
    void papers.drawPdf(receipt(), now)
    await vi.waitUntil(() => finish.length === 2, 60_000)
  })
})

test('the newest 8 MiB of all papers are kept', async () => {
  await open({ bytes: 1024 * 1024 })
  for (let revision = 0; revision < 10; revision += 1) await papers.drawPdf(receipt({ revision }), now)
  await papers.drawPdf(receipt({ revision: 9 }), now)
  expect(drawn).toHaveLength(10)
  await papers.drawPdf(receipt({ revision: 0 }), now)
  expect(drawn).toHaveLength(11)
})

test('two are drawn at a time, so that many requests do not fill memory, and a long wait ends with a time to come again', async () => {
  await open({ waits: true, max: 1000 })
  const asked = Array.from({ length: 80 }, (_, revision) => papers.drawPdf(receipt({ revision }), now))
  const settled = Promise.allSettled(asked)
  await expect(asked.at(-1)).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 3 } })
  expect(begun).toBe(2)
  finish[0]?.()
  await vi.waitUntil(() => begun === 3, 60_000)
  for (let index = 1; drawn.length < 66; index += 1) {
    await vi.waitUntil(() => finish.length > index, 60_000)
    finish[index]?.()
    await Promise.resolve()
  }
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(66)
})

describe('papers have a limit a minute', () => {
  test('for one network, and five times that for an account', async () => {
    await open({ max: 2 })
    for (let time = 0; time < 2; time += 1) await papers.count(asker('10.0.0.1'))
    await expect(papers.count(asker('10.0.0.1'))).rejects.toMatchObject(tooMany)
    await papers.count(asker('10.0.0.2'))
    for (let time = 0; time < 10; time += 1) await papers.count(asker('10.0.0.1', { _id: 'njeri' }))
    await expect(papers.count(asker('10.0.0.1', { _id: 'njeri' }))).rejects.toMatchObject(tooMany)
  })
  test('where a file of labels counts once for each ten', async () => {
    await open({ max: 1 })
    const njeri = asker('10.0.0.1', { _id: 'njeri' })
    await papers.count(njeri, 31)
    await papers.count(njeri, 10)
    await expect(papers.count(njeri, 1)).rejects.toMatchObject(tooMany)
  })
  test('and for drawings of one parcel, by all callers together', async () => {
    await open({ max: 2 })
    await papers.drawPdf(receipt({ revision: 1 }), now)
    await papers.drawPdf(receipt({ revision: 2 }), now)
    await expect(papers.drawPdf(receipt({ revision: 3 }), now)).rejects.toMatchObject(tooMany)
    await papers.drawPdf(receipt({ revision: 2 }), now)
    await papers.drawPdf(receipt({ _id: 'd2' }), now)
    await papers.drawPdf(labels(3, 4), now)
    await expect(papers.drawPdf(labels(3), now)).rejects.toMatchObject(tooMany)
  })
})
