import { deliveryEvents } from '@tuma/contracts/events'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { describe, expect, test } from 'vitest'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { notification, stub, open, publish, stored, getKey, parcelIs, requested } = notificationForEachTest(true)

const d1 = { deliveryId: 'd1', deliveryType: 'parcelDukani', at: start } as const
const id = 'TM-7K3M-Q2XV-90TB'
const [sender, receiver] = ['+254712345678', '+254110345678']
const waiting = { since: start, until: '2026-12-01', asked: false, mayWait: false }
const asked = { waiting: { ...waiting, asked: true, mayWait: true }, key: 'AB12CD34EF' }

let published = 0
const hear = (announcement: Announcement, messageId?: string) => {
  published += 1
  return publish({ id: messageId ?? `news ${published}`, key: 'delivery-d1', headers: {}, ...announcement })
}
const reminded = (day: number) => announce(deliveryEvents.receiverReminded, { ...d1, day })
const senderAsked = (ownerId: string | null = null) =>
  announce(deliveryEvents.senderAsked, { ...d1, ownerId, day: 7, until: '2026-12-01', mayWait: true })
type Return = { why?: 'waited' | 'sender' | 'office'; to?: 'uncollected' | 'inTransit' | 'delivered' }
const returnStarted = ({ why = 'waited', to = 'uncollected' }: Return = {}) =>
  announce(deliveryEvents.returnStarted, { ...d1, ownerId: null, from: 'delivered', to, why })
const movedBack = (to: 'inTransit' | 'delivered') =>
  announce(deliveryEvents.movedBack, { ...d1, from: 'uncollected', to })
const returned = () => announce(deliveryEvents.returned, { ...d1, paymentId: null })

/** Every SMS that was sent, in order. */
const sent = () => stub().received.map(({ form }) => [form.get('to'), form.get('message')])
const composed = async () => (await stored()).filter(({ type }) => type === 'MessageComposed').length

test('the receiver reads the name of a known sender', async () => {
  parcelIs({ knownSender: true })
  await requested('d1')
  await eventually(() =>
    expect(sent()).toContainEqual([
      receiver,
      expect.stringMatching(/^Tuma: Wanjiku is sending you a parcel to Mama Njeri/),
    ]),
  )
})

describe('a waiting parcel that is no longer on hold', () => {
  const arrived = () => announce(deliveryEvents.statusChanged, { ...d1, from: 'inTransit', to: 'delivered' })
  const released = (holds: ('damaged' | 'payment_doubted')[] = []) =>
    announce(deliveryEvents.held, { ...d1, holds, at: start })
  const hearsOnHold = async () => {
    parcelIs({ waiting, held: true })
    await hear(arrived())
    await eventually(async () => expect((await stored()).map(({ type }) => type)).toContain('MessageSent'))
    expect(sent()).toEqual([[receiver, expect.stringContaining('is on hold. ')]])
  }

  test('sends one SMS to its receiver, who read of the hold, that they can collect it', async () => {
    await hearsOnHold()
    parcelIs({ waiting })
    await hear(released())
    await hear(released())
    const text = `Tuma: parcel ${id} is no longer on hold. Collect it at Mama Njeri Shop, THIKA. Your code: 042137. Do not share it.`
    await eventually(() => expect(sent().slice(1)).toEqual([[receiver, text]]))
    expect(await composed()).toBe(2)
  })
  test('sends nothing to a receiver who did not read of the hold', async () => {
    parcelIs({ waiting })
    await hear(arrived())
    await eventually(async () => expect((await stored()).map(({ type }) => type)).toContain('MessageSent'))
    await hear(released())
    expect(await composed()).toBe(1)
  })
  test('sends nothing to its receiver while another hold is on it, or when it has gone on', async () => {
    await hearsOnHold()
    await hear(released(['damaged']))
    await hear(released())
    parcelIs({})
    await hear(released())
    parcelIs({ waiting, leg: 'back' })
    await hear(released())
    expect(await composed()).toBe(1)
  })
})

describe('a parcel that is not collected', () => {
  test('sends its receiver an SMS at each reminder: the place, the last day, and the code', async () => {
    parcelIs({ waiting })
    await hear(reminded(2), 'second day')
    await hear(reminded(2), 'second day')
    await hear(reminded(4))
    const text = `Tuma: parcel ${id} is still waiting for you at Mama Njeri Shop, THIKA. Collect it before 1 Dec. Your code: 042137.`
    await eventually(() =>
      expect(sent()).toEqual([
        [receiver, text],
        [receiver, text],
      ]),
    )
  })

  test('sends its sender an SMS with a link that no other message has', async () => {
    parcelIs(asked)
    await hear(senderAsked())
    await eventually(() =>
      expect(sent()).toEqual([
        [
          sender,
          `Tuma: parcel ${id} has not been collected. It comes back to you on 1 Dec. Decide here: https://tuma.test/t/${id}/AB12CD34EF`,
        ],
      ]),
    )
    expect(JSON.stringify(await stored())).not.toContain('AB12CD34EF')
  })

  test('sends an email, too, to the account that sent it, in both languages, with a link to its own page', async () => {
    parcelIs({ ...asked, ownerId: 'a1' })
    await open({ mailAddress: 'wanjiku@example.com' })
    await hear(senderAsked('a1'))
    await eventually(async () => expect(await notification().outbox({ limit: 10 })).toHaveLength(1))
    const [mail] = await notification().outbox({ limit: 10 })
    expect(mail).toMatchObject({ channel: 'email', to: 'wanjiku@example.com' })
    const halves = mail?.text.split('Habari,') ?? []
    for (const half of halves) expect(half).toContain('\nhttps://tuma.test/Client/delivery/parcelDukani/d1\n')
    expect(halves[0]).toContain('goes back to you on 1 Dec 2026. You can let it wait longer, or send it back now')
    expect(halves[1]).toContain('1 Des 2026. Unaweza kukiacha kisubiri zaidi')
    expect(mail?.text).not.toContain('AB12CD34EF')
    expect(await getKey('a1')).toEqual({ key: expect.any(String) })
  })
  test('sends no email without an address or an account', async () => {
    parcelIs(asked)
    await hear(senderAsked('a1'))
    await open({ mailAddress: 'wanjiku@example.com' })
    await hear(senderAsked())
    await eventually(() => expect(sent()).toHaveLength(2))
    expect(await composed()).toBe(2)
  })

  test('sends no message that would be out of date: it was collected, decided about, or has turned round', async () => {
    for (const how of [{}, { waiting }, { leg: 'back', ...asked }] as const) {
      parcelIs({ ...how, ...('leg' in how ? {} : { key: null }) })
      await hear(senderAsked())
    }
    parcelIs({})
    await hear(reminded(2))
    parcelIs({ leg: 'back' })
    await hear(reminded(4))
    await eventually(async () =>
      expect((await stored()).filter(({ type }) => type === 'MessageParked')).toHaveLength(5),
    )
    expect(sent()).toEqual([])
  })
})

describe('a parcel that goes back', () => {
  const where = 'Tuma House, NAIROBI CBD'
  test.each([
    ['waited', `Tuma: parcel ${id} was not collected. It is coming back to ${where}. We SMS you when it arrives.`],
    ['sender', `Tuma: as you asked, parcel ${id} is coming back to ${where}. We SMS you when it arrives.`],
    ['office', `Tuma: our office is sending parcel ${id} back to ${where}. We SMS you when it arrives.`],
  ] as const)('sends both people one SMS, and its sender reads why (%s)', async (why, text) => {
    parcelIs({ leg: 'back', code: null })
    await hear(returnStarted({ why }))
    await hear(returnStarted({ why }))
    await eventually(() =>
      expect(sent().toSorted()).toEqual([
        [receiver, `Tuma: parcel ${id} goes back to the sender. The old code no longer works.`],
        [sender, text],
      ]),
    )
    expect(await composed()).toBe(2)
  })

  test('sends its sender an SMS with the code at the shop, and one when they have it, once each, and none on the way', async () => {
    parcelIs({ leg: 'back' })
    for (const to of ['inTransit', 'delivered', 'inTransit', 'delivered'] as const) await hear(movedBack(to))
    await eventually(() => expect(sent()).toHaveLength(1))
    parcelIs({ leg: 'back', code: null })
    await hear(returned())
    await hear(returned())
    await eventually(() =>
      expect(sent()).toEqual([
        [sender, `Tuma: parcel ${id} is back at ${where}. Your code: 042137. Do not share it.`],
        [sender, `Tuma: parcel ${id} is back with you. Thank you for using Tuma.`],
      ]),
    )
    expect(await composed()).toBe(2)
  })

  test('sends its sender the code at once when it turns round at its first shop', async () => {
    parcelIs({ leg: 'back' })
    await hear(returnStarted({ why: 'sender', to: 'delivered' }))
    await hear(movedBack('delivered'))
    await eventually(() => expect(sent()).toHaveLength(2))
    expect(sent().find(([to]) => to === sender)?.[1]).toContain(`is back at ${where}. Your code: 042137.`)
    expect(await composed()).toBe(2)
  })

  test('sends a new code to its sender alone', async () => {
    parcelIs({ leg: 'back' })
    await hear(announce(deliveryEvents.codeIssued, { ...d1, leg: 'back' }))
    await eventually(() =>
      expect(sent()).toEqual([[sender, expect.stringContaining(`your new code for parcel ${id} is 042137`)]]),
    )
  })

  test('does not send its sender a new code that was issued before it turned round', async () => {
    const issued = announce(deliveryEvents.codeIssued, d1)
    await hear(issued, 'issued')
    await eventually(async () => expect(await composed()).toBe(1))
    parcelIs({ leg: 'back' })
    await hear(issued, 'issued')
    await hear(announce(deliveryEvents.codeIssued, { ...d1, leg: 'back' }))
    await eventually(() =>
      expect(sent().filter(([to]) => to === sender)).toEqual([
        [sender, expect.stringContaining('your new code for parcel')],
      ]),
    )
    expect(await composed()).toBe(2)
  })

  test('does not send its receiver earlier messages: the present code is not theirs', async () => {
    parcelIs({ leg: 'back' })
    const change = { ...d1, from: 'inTransit', to: 'delivered' } as const
    await hear(announce(deliveryEvents.statusChanged, change))
    await eventually(async () => expect((await stored()).map(({ type }) => type)).toContain('MessageParked'))
    expect(sent()).toEqual([])
  })

  test('sends no message when it is missing or found again', async () => {
    for (const lost of [true, false]) await hear(announce(deliveryEvents.lost, { ...d1, lost }))
    await hear(announce(deliveryEvents.waitProlonged, { ...d1, times: 1, until: '2026-12-08' }))
    expect(await composed()).toBe(0)
  })
})
