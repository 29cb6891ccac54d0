import type { CommandContext } from '@tuma/contracts/services'
import { getEatDay } from '@tuma/contracts/vocabulary'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPayment } from '../testing/open-payment.ts'

const actor = { kind: 'user', userId: 'achieng', username: 'achieng', role: 'admin', shop: null } as const
const asked = (commandId: string): CommandContext => ({
  actor,
  commandId,
  requestHash: commandId,
  correlationId: 'call',
})
const columns = { receipt: 0, completed: 1, details: 2, status: 3, paidIn: 4, withdrawn: 5, balance: 6, reason: 7 }
const paid = (receipt: string, at: string, balance: string) => [
  ...[receipt, at, 'Merchant Payment from 254701***126 - OTIENO', 'Completed', '500.00', '', balance],
  'Customer Merchant Payment',
]

test('a file of today counts as the whole day once it is uploaded again after midnight', async () => {
  const engines = await openTemporaryEngines()
  let now = '2026-11-24T17:00:00.000Z'
  const { service, payment } = await openPayment(engines.of('payment'), { now: () => now, tillNumber: '555123' })
  onTestFinished(async () => {
    await service.close()
    await engines.close()
  })
  const head = { columns, width: 8, shortCode: '600100', account: null }
  const rows = [paid('UKO0000001', '2026-11-24 19:50:00', '500.00')]
  const upload = async (commandId: string) => {
    const page = await payment.statementPage({ head, rows, correlationId: 'call' })
    const pageIds = page.read && page.pageId !== null ? [page.pageId] : []
    return payment.statementRead({ asked: asked(commandId), fileHash: 'today', fileName: null, head, pageIds })
  }
  const { statementId } = await upload('in the evening')
  await payment.commitStatement({ asked: asked('commit'), statementId, isOurs: true, shortCode: null })
  const mpesaSays = () => payment.tillOnDay({ day: getEatDay('2026-11-24T12:00:00+03:00') })
  const getState = async () => (await payment.statements({ limit: 1, cursor: null })).rows[0]?.state
  await vi.waitFor(async () => expect(await getState()).toBe('applied'), 20_000)
  expect(await mpesaSays()).toBeNull()
  now = '2026-11-24T21:30:00.000Z'
  expect(await upload('after midnight')).toMatchObject({ statementId, state: 'applied', readAt: now })
  await vi.waitFor(async () => expect(await mpesaSays()).toMatchObject({ cents: 50_000 }), 20_000)
})

test('a statement says nothing about a day after its newest row, however late it was uploaded', async () => {
  const engines = await openTemporaryEngines()
  const now = () => '2026-11-30T08:00:00.000Z'
  const { service, payment } = await openPayment(engines.of('payment'), { now, tillNumber: '555123' })
  onTestFinished(async () => {
    await service.close()
    await engines.close()
  })
  const rows = [
    paid('UJU0000001', '2026-10-30 09:30:00', '500.00'),
    paid('UJV0000002', '2026-10-31 16:00:00', '1000.00'),
  ]
  const head = { columns, width: 8, shortCode: '600100', account: null }
  const page = await payment.statementPage({ head, rows, correlationId: 'call' })
  const pageIds = page.read && page.pageId !== null ? [page.pageId] : []
  const read = { asked: asked('read'), fileHash: 'october', fileName: null, head, pageIds }
  const { statementId } = await payment.statementRead(read)
  await payment.commitStatement({ asked: asked('commit'), statementId, isOurs: true, shortCode: null })
  const mpesaOn = (day: string) => payment.tillOnDay({ day: getEatDay(`${day}T12:00:00+03:00`) })
  await vi.waitFor(async () => expect(await mpesaOn('2026-10-30')).toMatchObject({ cents: 50_000 }), 20_000)
  expect(await mpesaOn('2026-10-31')).toMatchObject({ cents: 100_000 })
  expect(await mpesaOn('2026-11-15')).toBeNull()
})
