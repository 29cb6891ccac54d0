import { deliveryEvents } from '@tuma/contracts/events'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { describe, expect, test } from 'vitest'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { notification, stub, publish, parcelIs, rows, readTypes } = notificationForEachTest(true)

const d1 = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const id = 'TM-7K3M-Q2XV-90TB'
const [sender, receiver] = ['+254712345678', '+254110345678']

let published = 0
const hear = (announcement: Announcement, messageId = `news ${++published}`) =>
  publish({ id: messageId, key: 'delivery-d1', headers: {}, ...announcement })
const takenIn = (how: 'cash' | 'on_delivery' | 'prompt' | 'till') => {
  const about = { ...d1, ownerId: null, fee: 150, paymentId: null, requestedAt: start }
  return announce(deliveryEvents.requested, { ...about, counter: { agentId: 'otieno', how } })
}
const dropped = () => announce(deliveryEvents.statusChanged, { ...d1, from: 'dropping', to: 'uncollected', at: start })
const cancelled = (cashBack?: number) => {
  const agentId = cashBack ? 'otieno' : null
  return announce(deliveryEvents.cancelled, {
    ...d1,
    because: 'counter',
    cashBack,
    agentId,
    paymentId: null,
    at: start,
  })
}
const sent = () => stub().received.map(({ form }) => [form.get('to'), form.get('message')])
const toSender = () => sent().flatMap(([to, text]) => (to === sender ? [text] : []))
const toReceiver = () => sent().flatMap(([to, text]) => (to === receiver ? [text] : []))

describe('a parcel that an agent takes in at the counter', () => {
  test('tells its sender where it goes, what they paid and whom to call, in one SMS with its drop', async () => {
    parcelIs({ paid: 150 })
    await hear(takenIn('cash'), 'taken in')
    await hear(takenIn('cash'), 'taken in')
    await hear(dropped())
    const text = `Tuma took in your parcel ${id} for Mama Njeri Shop. Paid Ksh 150 (cash). Not right? Call 0700 000 000.`
    await eventually(() => expect(sent()).toHaveLength(2))
    expect(toSender()).toEqual([text])
    expect(toReceiver()).toEqual([expect.stringContaining('is sending you a parcel to Mama Njeri Shop.')])
  })
  test.each(['prompt', 'till'] as const)('tells its sender that it was paid by M-Pesa (%s)', async (how) => {
    parcelIs({ paid: 150 })
    await hear(takenIn(how))
    await eventually(() => expect(sent()).toHaveLength(2))
    expect(toSender()).toEqual([expect.stringContaining(' Paid Ksh 150 (M-Pesa). Not right?')])
  })
  test('tells its sender what the receiver pays', async () => {
    parcelIs({ due: 1850, pickupAgent: null })
    await hear(takenIn('on_delivery'))
    await eventually(() => expect(sent()).toHaveLength(2))
    expect(toSender()).toEqual([
      `Tuma took in your parcel ${id} for THIKA. The receiver pays Ksh 1,850. Not right? Call 0700 000 000.`,
    ])
  })
  test('needs no room that is kept for strangers or accounts', async () => {
    parcelIs({ paid: 150, handled: false })
    await hear(takenIn('cash'))
    await eventually(() => expect(sent()).toHaveLength(2))
    const purses = async () => (await notification().budgets()).purses
    const spent = async () => (await purses()).map(({ purse, spent }) => [purse, spent > 0])
    await eventually(async () => expect(await spent()).toContainEqual(['handled', true]))
    expect(await spent()).toContainEqual(['known', false])
  })
})

describe('a parcel that is cancelled at the counter', () => {
  const isCancelled = { cancelled: true, paid: 150 } as const
  test('tells its sender once what cash they got back', async () => {
    parcelIs(isCancelled)
    await hear(cancelled(150), 'cancelled')
    await hear(cancelled(150), 'cancelled')
    await eventually(() => expect(sent()).toHaveLength(1))
    expect(toSender()).toEqual([`Tuma: parcel ${id} is cancelled. You got Ksh 150 back.`])
  })
  test('tells its sender of no cash where none was paid', async () => {
    parcelIs({ cancelled: true, due: 1850 })
    await hear(cancelled())
    await eventually(() => expect(sent()).toEqual([[sender, `Tuma: parcel ${id} is cancelled.`]]))
  })
  test('sends none of the messages that still waited', async () => {
    parcelIs(isCancelled)
    await hear(takenIn('cash'))
    await hear(dropped())
    await hear(cancelled(150))
    await eventually(() => expect(sent()).toHaveLength(1))
    await eventually(async () =>
      expect((await rows()).map(({ template, status }) => [template, status]).sort()).toEqual([
        ['cancelledPaidBack', 'sent'],
        ['requestedToReceiver', 'parked'],
        ['takenIn', 'parked'],
      ]),
    )
  })
  test('sends none of its last messages where its payment has booked another parcel by then', async () => {
    parcelIs({ paid: 150 })
    await hear(cancelled(150))
    await eventually(async () => expect(await readTypes()).toContain('MessageParked'))
    expect(sent()).toEqual([])
  })
  test('is told about in the sender’s part of its messages', async () => {
    parcelIs(isCancelled)
    await hear(cancelled(150))
    await eventually(async () =>
      expect((await notification().messagesAbout({ deliveryId: 'd1' })).rows).toMatchObject([
        { template: 'cancelledPaidBack', role: 'sender', state: 'sent' },
      ]),
    )
  })
})
