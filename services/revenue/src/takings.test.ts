import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const start = '2026-11-25T12:00:00.000Z'
const world = revenueForEachTest(start)
const [day, at] = ['2026-11-23', '2026-11-23T09:00:00.000Z']

const taken = toMessage(
  'delivery-d1',
  announce(deliveryEvents.taken, {
    ...{ deliveryId: 'd1', deliveryType: 'doorstep', how: 'cash', said: true, agentId: 'otieno' },
    ...{ fee: 350, productPrice: 1000, paymentIds: [], owedTo: 'account:kamau', at },
  }),
)
const confirmed = toMessage(
  'payment-p1',
  announce(paymentEvents.confirmed, { paymentId: 'p1', at: start, valueAt: at, by: 'statement', cents: 350_00 }),
)
const deliverySays = (cents: number, summedAt: string) =>
  toMessage(
    `takings-${day}`,
    announce(deliveryEvents.takingsSummed, { day, takings: [{ agentId: 'otieno', cents }], at: summedAt }),
  )
const paymentSays = (cents: number, summedAt: string) =>
  toMessage(`takings-${day}`, announce(paymentEvents.takingsSummed, { day, cents, at: summedAt }))

const daysLater = (days: number) => new Date(Date.parse(start) + days * 24 * 60 * 60_000).toISOString()
/** What the audit of that day finds. */
const auditOn = async (moment: string): Promise<string[]> => {
  await world.restart(moment)
  await vi.waitFor(async () => expect((await world.revenue.audited()).lastPass).toBe(moment), 120_000)
  const { findings } = await world.revenue.audited()
  return findings.map(({ kind, about, expected, found }) => `${kind} ${about}: ${expected}, ${found}`).sort()
}

test('drawers and till are compared with what delivery and payment took, until they agree', {
  timeout: 300_000,
}, async () => {
  await world.publish(taken, confirmed)
  await world.publish(deliverySays(1400_00, start), paymentSays(300_00, start))
  expect(await auditOn(daysLater(1))).toEqual([
    'takings_differ delivery 2026-11-23 otieno: 140000, 135000',
    'takings_differ payment 2026-11-23: 30000, 35000',
  ])
  await world.publish(deliverySays(1350_00, daysLater(1)), paymentSays(350_00, daysLater(1)))
  expect(await auditOn(daysLater(2))).toEqual([])
})
