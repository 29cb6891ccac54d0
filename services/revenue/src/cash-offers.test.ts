import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-25T12:00:00.000Z')

const at = '2026-11-23T09:00:00.000Z'
const taken = (deliveryId: string, agentId: string) =>
  toMessage(
    `delivery-${deliveryId}`,
    announce(deliveryEvents.taken, {
      ...{ deliveryId, deliveryType: 'doorstep', how: 'cash', said: true, fee: 350, productPrice: 1000 },
      ...{ agentId, paymentIds: [], owedTo: 'account:kamau', at },
    }),
  )
let asks = 0
const asked = (userId: string, role: 'admin' | 'agent' = 'agent', commandId = `command ${++asks}`) => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  ...{ commandId, correlationId: 'c' },
})
const offer = (agentId: string, to: string, cents: number, commandId?: string) =>
  world.revenue.offerCash({ asked: asked(agentId, 'agent', commandId), agentId, to, cents })
const accept = (agentId: string, offerId: string, counted: number) =>
  world.revenue.passOn({ asked: asked(agentId), agentId, offerId, counted })
const end = (agentId: string, offerId: string) => world.revenue.endOffer({ asked: asked(agentId), agentId, offerId })
const drawerHolds = (agentId: string, cents: number) =>
  vi.waitFor(async () => expect((await world.revenue.drawer({ agentId })).cents).toBe(cents), 30_000)
const offersOf = (agentId: string) => world.revenue.offers({ agentId })
const seesOffer = (agentId: string, offerId: string) =>
  vi.waitFor(async () => expect((await offersOf(agentId)).toYou).toMatchObject([{ offerId }]), 30_000)
const handOver = async (agentId: string, declared: number): Promise<void> => {
  const said = { agentId, declared, rest: 'stays' as const }
  const { handOverId, cents } = await world.revenue.handOverCash({ asked: asked(agentId), ...said })
  const counted = { agentId, handOverId, counted: cents, reason: null }
  await world.revenue.receiveCash({ asked: asked('achieng', 'admin'), ...counted })
}
const ready = async () => (await world.revenue.owed({ owedTo: 'account:kamau' })).ready

test('cash goes over a colleague to the office, and the sender can be paid once all of it has arrived', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  const { offerId, state } = await offer('otieno', 'amina', 1350_00)
  expect(state).toBe('open')
  await seesOffer('amina', offerId)
  expect((await offersOf('otieno')).yours).toMatchObject({ offerId, to: 'amina', cents: 1350_00 })

  expect(await accept('amina', offerId, 1000_00)).toMatchObject({ state: 'passed', counted: 1000_00 })
  await drawerHolds('amina', 1000_00)
  await drawerHolds('otieno', 350_00)
  const { since, parcels } = await world.revenue.drawer({ agentId: 'amina' })
  expect({ since, parcels }).toEqual({
    since: at,
    parcels: [{ deliveryId: 'd1', cents: 1000_00, awaiting: false, at }],
  })
  for (const agentId of ['otieno', 'amina'])
    await vi.waitFor(
      async () =>
        expect(await offersOf(agentId)).toMatchObject({
          toYou: [],
          yours: null,
          past: [{ offerId, counted: 1000_00 }],
        }),
      30_000,
    )

  await handOver('amina', 1000_00)
  expect(await ready()).toBe(0)
  await handOver('otieno', 350_00)
  await vi.waitFor(async () => expect(await ready()).toBe(1000_00), 30_000)
  const { accounts } = await world.revenue.books()
  expect(accounts.filter(({ account }) => account === 'in_transit' || account === 'drawers')).toEqual(
    accounts
      .filter(({ account }) => account === 'in_transit' || account === 'drawers')
      .map((one) => ({ ...one, cents: 0 })),
  )
})

test('cash that came back from a colleague is one line of its parcel', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  const { offerId } = await offer('otieno', 'amina', 1350_00)
  await seesOffer('amina', offerId)
  await accept('amina', offerId, 1000_00)
  await drawerHolds('amina', 1000_00)
  const back = await offer('amina', 'otieno', 600_00)
  await seesOffer('otieno', back.offerId)
  await accept('otieno', back.offerId, 600_00)
  await drawerHolds('otieno', 950_00)
  expect(await world.revenue.drawer({ agentId: 'otieno' })).toMatchObject({
    ...{ since: at, parcels: [{ deliveryId: 'd1', cents: 950_00, awaiting: false, at }] },
  })
})

test('an offer is of its two agents only, and ends once', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  await expect(offer('otieno', 'amina', 1351_00)).rejects.toMatchObject({ code: 'more_than_cash' })
  const first = await offer('otieno', 'amina', 500_00, 'pressed')
  expect(await offer('otieno', 'amina', 500_00, 'pressed')).toEqual(first)
  const { offerId } = first
  await seesOffer('amina', offerId)
  for (const call of [() => end('juma', offerId), () => accept('juma', offerId, 1), () => accept('otieno', offerId, 1)])
    await expect(call()).rejects.toMatchObject({ code: 'not_found' })
  await expect(accept('amina', offerId, 501_00)).rejects.toMatchObject({ code: 'bad_input' })
  expect(await end('amina', offerId)).toMatchObject({ state: 'ended', why: 'declined' })
  await expect(accept('amina', offerId, 500_00)).rejects.toMatchObject({ code: 'stale' })

  // At once, before the read model knows the offer.
  const second = await offer('otieno', 'amina', 500_00)
  expect(await end('otieno', second.offerId)).toMatchObject({ state: 'ended', why: 'withdrawn' })
  const third = await offer('otieno', 'amina', 1000_00)
  await seesOffer('amina', third.offerId)
  await handOver('otieno', 500_00)
  await vi.waitFor(async () => expect((await offersOf('otieno')).yours).toBeNull(), 30_000)
  await expect(accept('amina', third.offerId, 500_00)).rejects.toMatchObject({ code: 'stale' })
})

test('who gave reads for a day that the colleague refused, until the next offer', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  const { offerId } = await offer('otieno', 'amina', 500_00)
  await seesOffer('amina', offerId)
  expect((await offersOf('otieno')).declined).toBeNull()
  await end('amina', offerId)
  const declined = async () => (await offersOf('otieno')).declined
  await vi.waitFor(async () => expect(await declined()).toMatchObject({ offerId, to: 'amina', cents: 500_00 }), 30_000)
  expect((await offersOf('amina')).declined).toBeNull()
  world.passes(23)
  expect(await declined()).toMatchObject({ offerId })
  world.passes(1)
  expect(await declined()).toBeNull()

  const second = await offer('otieno', 'amina', 600_00)
  await seesOffer('amina', second.offerId)
  await end('amina', second.offerId)
  await vi.waitFor(async () => expect(await declined()).toMatchObject({ cents: 600_00 }), 30_000)
  const third = await offer('otieno', 'amina', 700_00)
  await vi.waitFor(async () => expect(await declined()).toBeNull(), 30_000)
  await end('otieno', third.offerId)
  await vi.waitFor(async () => expect((await offersOf('otieno')).yours).toBeNull(), 30_000)
  expect(await declined()).toBeNull()
})

test('an offer that is accepted twice moves its cash once', async () => {
  await world.publish(taken('d1', 'otieno'))
  await drawerHolds('otieno', 1350_00)
  const { offerId } = await offer('otieno', 'amina', 500_00)
  await seesOffer('amina', offerId)
  const both = await Promise.all([accept('amina', offerId, 500_00), accept('amina', offerId, 400_00)])
  expect(both[0]).toEqual(both[1])
  await drawerHolds('amina', both[0]?.counted ?? 0)
  await drawerHolds('otieno', 1350_00 - (both[0]?.counted ?? 0))
})
