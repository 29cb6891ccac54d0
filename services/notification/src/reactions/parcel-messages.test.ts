import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { describe, expect, test } from 'vitest'
import { wire } from '../testing/africas-talking-stub.ts'
import { asked, eventually, notificationForEachTest } from '../testing/notification-for-each-test.ts'

const { notification, report, stub, rows, open, passes, requested, publish, parcelIs, deliveryIs } =
  notificationForEachTest(true)

const about = async (deliveryId = 'd1') => notification().messagesAbout({ deliveryId })
const states = async () =>
  (await about()).rows.map(({ template, role, state, reason }) => [template, role, state, reason])
const moves = (from: 'uncollected' | 'inTransit', to: 'inTransit' | 'delivered', deliveryId = 'd1') => {
  const data = { deliveryId, deliveryType: 'parcelDukani', from, to } as const
  const announced = announce(deliveryEvents.statusChanged, { ...data, at: '2026-11-21T06:00:00.000Z' })
  return publish({ id: `${deliveryId} ${to}`, key: `delivery-${deliveryId}`, headers: {}, ...announced })
}
const arrives = (deliveryId = 'd1') => moves('inTransit', 'delivered', deliveryId)
/** A dukani parcel that waits at its shop. @returns the message with its code */
const atShop = async (deliveryId = 'd1') => {
  await arrives(deliveryId)
  await eventually(async () => expect((await about(deliveryId)).rows[0]?.state).toBe('sent'))
  return (await about(deliveryId)).rows[0] as Awaited<ReturnType<typeof about>>['rows'][number]
}
const again = (messageId: string, deliveryId = 'd1') =>
  notification().sendMessageAgain({ asked: asked(), deliveryId, messageId })
const texts = () => stub().received.map(({ form }) => form.get('message') ?? '')
const refusedAs = (code: string) => expect.objectContaining({ code })

describe('the messages of a parcel', () => {
  test('are all messages about it, newest first, without words and phones', async () => {
    await requested('d1')
    await requested('d2')
    passes(1)
    await atShop()
    expect(await states()).toEqual([
      ['waitingAtShop', 'receiver', 'sent', null],
      ...['receiver', 'sender'].map((role) => [
        role === 'sender' ? 'requestedToSender' : 'requestedToReceiver',
        role,
        'sent',
        null,
      ]),
    ])
    expect(JSON.stringify(await about())).not.toMatch(/042137|(254|0)7\d{8}|Wanjiku/)
    expect(await about('d3')).toEqual({ rows: [], left: 3 })
  })
  test('show whether they arrived, also where the report came before the answer', async () => {
    const said = (status: string) => report('ATXid_254110345678', status, 'UserInactive')
    await said('Rejected')
    await arrives()
    await eventually(async () =>
      expect(await states()).toEqual([['waitingAtShop', 'receiver', 'undelivered', 'UserInactive']]),
    )
  })
  test('wait where no provider is set, and while they are tried again', async () => {
    stub().willAnswer(wire.invalidSender)
    await open({ environment: { SEND_BACKOFF_MS: '600000' } })
    await arrives()
    await eventually(async () =>
      expect(await states()).toEqual([['waitingAtShop', 'receiver', 'waiting', 'InvalidSenderId']]),
    )
  })
})

describe('sent again', () => {
  test('a message goes to the present phone with the present code, and is listed beside the first', async () => {
    const { messageId } = await atShop()
    parcelIs({ code: '777123' })
    await again(messageId)
    await eventually(() => expect(texts()).toHaveLength(2))
    expect(texts()[0]).toContain('042137')
    expect(texts()[1]).toContain('777123')
    await eventually(async () => expect((await about()).rows.map(({ state }) => state)).toEqual(['sent', 'sent']))
    expect((await about()).left).toBe(2)
  })
  test('a message that waited for the parcel to be handed in goes at once', async () => {
    await requested('d1', { sender: 'not-handed-in', receiver: 'not-handed-in' })
    await moves('uncollected', 'inTransit')
    const toReceiver = async () => (await about()).rows.filter(({ template }) => template === 'requestedToReceiver')
    await eventually(async () => expect(await toReceiver()).toMatchObject([{ state: 'sent' }]))
    const [{ messageId = '' } = {}] = await toReceiver()
    await again(messageId)
    await eventually(async () => expect(await toReceiver()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]))
  })
  test('a message goes once when two admins press at once', async () => {
    const { messageId } = await atShop()
    const pressed = await Promise.allSettled([again(messageId), again(messageId)])
    expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(pressed).toContainEqual(expect.objectContaining({ reason: refusedAs('sent_just_now') }))
    await eventually(() => expect(texts()).toHaveLength(2))
  })
  test('a message uses the purse of its kind', async () => {
    const { messageId } = await atShop()
    const spent = async () =>
      (await notification().budgets()).purses.find(({ purse }) => purse === 'handled')?.spent ?? 0
    await eventually(async () => expect(await spent()).toBeGreaterThan(0))
    const once = await spent()
    await again(messageId)
    await eventually(async () => expect(await spent()).toBe(once * 2))
  })
  test('a message goes three times a day', async () => {
    const { messageId } = await atShop()
    for (let times = 0; times < 3; times += 1) {
      await again(messageId)
      passes(0.1)
    }
    await expect(again(messageId)).rejects.toEqual(refusedAs('sent_again_enough'))
    expect((await about()).left).toBe(0)
    passes(24)
    await again(messageId)
  })
  test('a message that was left to an admin goes itself', async () => {
    await requested('d1', { sender: null, receiver: 'too_many_requests' })
    await eventually(async () => expect((await about()).rows).toHaveLength(2))
    const failed = async () => (await about()).rows.find(({ state }) => state === 'failed')
    await eventually(async () => expect(await failed()).toMatchObject({ canSendAgain: true }))
    await again((await failed())?.messageId ?? '')
    await eventually(async () => expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent']))
  })
  test('a message is refused that is out of date, still waits, or belongs to another parcel', async () => {
    const { messageId } = await atShop()
    await expect(again(messageId, 'd2')).rejects.toEqual(refusedAs('not_found'))
    await expect(again('none')).rejects.toEqual(refusedAs('not_found'))
    parcelIs({ leg: 'back' })
    await expect(again(messageId)).rejects.toEqual(refusedAs('message_over'))
    expect((await about()).left).toBe(3)
    deliveryIs('away')
    await expect(again(messageId)).rejects.toThrow()
    expect(texts()).toHaveLength(1)
  })
})
