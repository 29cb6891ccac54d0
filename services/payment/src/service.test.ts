import { deliveryEvents } from '@tuma/contracts/events'
import type { Actor, CommandContext, PaymentClient } from '@tuma/contracts/services'
import { announce, keyedHash, openPersonalKeys } from '@tuma/platform/event-sourcing'
import { EngineAway, type Message } from '@tuma/platform/ports'
import type { Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sampleTillMessage } from './claims/sample-till-message.ts'
import { openPayment } from './testing/open-payment.ts'

const now = '2026-11-21T06:35:00.000Z'
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()

type Deps = Awaited<ReturnType<typeof openTemporaryEngines>>
let deps: Deps
let service: Service
let payment: PaymentClient

const open = async (engines = deps.of('payment')) => {
  const opened = await openPayment(engines, { now: () => now })
  service = opened.service
  payment = opened.payment
}
const restart = async () => {
  await service.close()
  await deps.reopen()
  await open()
}
beforeEach(async () => {
  deps = await openTemporaryEngines()
  await open()
})
afterEach(async () => {
  expect(service.followers.map((follower) => follower.fault())).toEqual(service.followers.map(() => null))
  await service.close()
  await deps.close()
})

const cookie = (visitorId: string): Actor => ({ kind: 'visitor', visitorId })
const noCookie: Actor = { kind: 'visitor', visitorId: null, network: '10.0.0.1' }
const elsewhere: Actor = { kind: 'visitor', visitorId: null, network: '10.0.0.2' }
const user = (userId: string): Actor => ({ kind: 'user', userId, username: userId, role: 'user', shop: null })
const loggedIn = (userId: string, visitorId: string): Actor => ({ ...user(userId), visitorId }) as Actor

let calls = 0
const askedBy = (actor: Actor): CommandContext => {
  calls += 1
  return { actor, commandId: `command-${calls}`, correlationId: `call-${calls}` }
}
const message = (amount = 350, minutes = 5, code = 1) =>
  sampleTillMessage({
    amount,
    at: minutesAgo(minutes),
    tillName: 'TUMA PARCELS',
    random: new Uint8Array(7).fill(code),
  })
const verify = (actor: Actor, text: string, reference = 'PAY-123456', senderName = 'Wanjiku Kamau') =>
  payment.verify({ asked: askedBy(actor), reference, senderName, message: text })
const find = (actor: Actor, reference = 'PAY-123456', senderName = 'Wanjiku Kamau') =>
  payment.find({ actor, reference, senderName })

const requested = (deliveryId: string, paymentId: string | null, id = `requested ${deliveryId}`) => ({
  id,
  key: `delivery-${deliveryId}`,
  headers: {},
  ...announce(deliveryEvents.requested, {
    deliveryId,
    deliveryType: 'doorstep',
    ownerId: null,
    fee: 350,
    paymentId,
    requestedAt: now,
  }),
})
const deleted = (deliveryId: string, paymentId: string | null, freed = true) => ({
  id: `deleted ${deliveryId}`,
  key: `delivery-${deliveryId}`,
  headers: {},
  ...announce(deliveryEvents.deleted, { deliveryId, deliveryType: 'doorstep', paymentId, freed, at: now }),
})
const publish = async (...messages: Message[]) => {
  const { bus } = deps.of('delivery')
  await bus.publish('delivery', messages)
  await vi.waitFor(async () => expect(await bus.lag('delivery', 'payment')).toBe(0), 60_000)
  await shown(service)
}
const storedEvents = () => deps.of('payment').events.readAll(null, 100)

test('a payment that no row shows yet is not reported as missing: it is found as soon as a row shows it', async () => {
  await service.close()
  const { documents, ...others } = deps.of('payment')
  const rows = Promise.withResolvers<void>()
  onTestFinished(() => rows.resolve())
  const write: typeof documents.write = async (written, ...checkpoints) => {
    if (written.some(({ collection }) => collection === 'payments-v4')) await rows.promise
    return documents.write(written, ...checkpoints)
  }
  await open({ ...others, documents: { ...documents, write } })
  expect(await verify(cookie('w'), message())).toMatchObject({ success: true })
  await expect(find(cookie('w'))).rejects.toThrow(EngineAway)
  rows.resolve()
  await expect.poll(() => find(cookie('w')).catch(() => null)).toMatchObject({ amount: 350 })
})

describe('a message of a payment to our till', () => {
  test('is taken, and found by its payer alone', async () => {
    expect(await verify(cookie('w'), message())).toEqual({
      success: true,
      amount: 350,
      sentence: 'UKL1111111 Confirmed. Ksh350.00 paid to TUMA PARCELS. on 21/11/26 at 9:30 AM.',
    })
    expect(await find(cookie('w'))).toEqual({
      paymentId: expect.stringMatching(/^[0-9a-f]{64}$/),
      amount: 350,
      paidAt: minutesAgo(5),
      claimedAt: now,
      usedBy: null,
    })
    expect(await find(cookie('o'))).toBeNull()
    expect(await find(noCookie)).toBeNull()
    expect(await find(user('w'))).toBeNull()
    expect(await find(cookie('w'), 'PAY-654321')).toBeNull()
  })

  test('shown with the same command again gets the same answer', async () => {
    const asked = askedBy(cookie('w'))
    const call = () =>
      payment.verify({ asked, reference: 'PAY-123456', senderName: 'Wanjiku Kamau', message: message() })
    expect(await call()).toEqual(await call())
    expect(await storedEvents()).toHaveLength(1)
  })

  test('shown again by its payer moves to the new reference', async () => {
    await verify(cookie('w'), message())
    expect(await verify(cookie('w'), message(), 'PAY-654321')).toMatchObject({ success: true, amount: 350 })
    expect(await find(cookie('w'))).toBeNull()
    expect(await find(cookie('w'), 'PAY-654321')).toMatchObject({ amount: 350 })
  })

  test('shown by two people at once belongs to one', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((visitor) => verify(cookie(visitor), message())))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await storedEvents()).toHaveLength(1)
  })

  test('of a program without cookies is found by the sender’s name from the same network, in any spelling', async () => {
    await verify(noCookie, message())
    expect(await find(noCookie, 'PAY-123456', ' wanjiku  KAMAU')).toMatchObject({ amount: 350 })
    expect(await find(noCookie, 'PAY-123456', 'Otieno Odhiambo')).toBeNull()
    expect(await find(elsewhere)).toBeNull()
    expect(await find(cookie('new'))).toBeNull()
    expect(await find(user('w'))).toBeNull()
    expect(await verify(elsewhere, message())).toEqual({ success: false, code: 'already_used' })
  })

  test('of a program that just got a cookie is found by it, and by name and network without it', async () => {
    await verify({ kind: 'visitor', visitorId: 'fresh', network: '10.0.0.1' }, message())
    expect(await find(cookie('fresh'), 'PAY-123456', 'Otieno Odhiambo')).toMatchObject({ amount: 350 })
    expect(await find(noCookie)).toMatchObject({ amount: 350 })
  })

  test('of a browser that just got a cookie is found by it alone', async () => {
    await verify(cookie('fresh'), message())
    expect(await find(noCookie)).toBeNull()
    expect(await verify(noCookie, message())).toEqual({ success: false, code: 'already_used' })
    expect(await find(cookie('fresh'))).toMatchObject({ amount: 350 })
  })

  test('of a visitor belongs to their account after logging in, in that browser alone', async () => {
    await verify(cookie('w'), message())
    expect(await find(loggedIn('w', 'w'))).toMatchObject({ amount: 350 })
    expect(await find(loggedIn('w', 'another'))).toBeNull()
    expect(await verify(loggedIn('w', 'w'), message(), 'PAY-654321')).toMatchObject({ success: true })
    expect(await find(loggedIn('w', 'w'), 'PAY-654321')).toMatchObject({ amount: 350 })
    expect(await find(cookie('w'), 'PAY-654321')).toMatchObject({ amount: 350 })
  })

  test('of a person who was logged in is not shown to the next visitor of that browser', async () => {
    await verify(loggedIn('w', 'w'), message())
    expect(await find(cookie('w'))).toBeNull()
    expect(await find(user('w'))).toMatchObject({ amount: 350 })
  })

  test('of a signed-in user is found by the account, whatever the name', async () => {
    await verify(user('w'), message())
    expect(await find(user('w'), 'PAY-123456', 'Otieno Odhiambo')).toMatchObject({ amount: 350 })
    expect(await find(noCookie)).toBeNull()
  })

  test('is still stored after a restart', async () => {
    await verify(cookie('w'), message())
    await restart()
    expect(await find(cookie('w'))).toMatchObject({ amount: 350 })
    expect(await verify(cookie('o'), message())).toEqual({ success: false, code: 'already_used' })
  })
})

describe('a refused message says why, and nothing is written', () => {
  const till = message()
  const person = till.replace(/paid to .+? on/, 'sent to JANE DOE 0712***678 on')
  test.each([
    ['sent to a person', person, 'sent_to_person'],
    ['paid to another till', till.replace('TUMA PARCELS', 'MAMA MBOGA'), 'other_recipient'],
    ['older than 24 hours', message(350, 24 * 60 + 1), 'too_old'],
    ['more than ten minutes ahead', message(350, -11), 'in_future'],
    [
      'money received',
      'UKL6H7T3GE Confirmed.You have received Ksh350.00 from JANE DOE on 21/11/26 at 9:30 AM',
      'money_received',
    ],
    ['a reversal', 'UKL6H7T3GG Confirmed. Transaction UKL6H7T3GA has been reversed.', 'reversed'],
    ['a PayBill', till.replace('TUMA PARCELS.', 'TUMA PARCELS. Account Number 12.'), 'paybill'],
    ['two payments to our till in one paste', `${till}\n${till.replace(/.(?= Confirmed)/, 'Z')}`, 'several_messages'],
    ['100 kB of noise', 'Ksh350.00 paid to '.repeat(5600), 'too_long'],
    ['no M-Pesa message', 'I have paid.', 'not_mpesa'],
  ])('%s', async (_what, text, code) => {
    expect(await verify(cookie('w'), text)).toEqual({ success: false, code })
    expect(await deps.of('payment').events.head()).toBeNull()
  })

  test('the same for every other message in the paste, and ours is taken', async () => {
    expect(await verify(cookie('w'), [person, till, person].join('\n'))).toMatchObject({
      success: true,
      amount: 350,
      found: [{ what: 'sent_to_person' }, { what: 'sent_to_person' }],
    })
  })

  test('one that a delivery has used', async () => {
    await verify(cookie('w'), till)
    await publish(requested('d1', (await find(cookie('w')))?.paymentId as string))
    const head = await deps.of('payment').events.head()
    expect(await verify(cookie('w'), till, 'PAY-654321')).toEqual({ success: false, code: 'already_used' })
    expect(await deps.of('payment').events.head()).toBe(head)
  })

  test('one that another person has shown', async () => {
    await verify(cookie('w'), till)
    const head = await deps.of('payment').events.head()
    expect(await verify(cookie('o'), till.toLowerCase())).toEqual({ success: false, code: 'already_used' })
    expect(await deps.of('payment').events.head()).toBe(head)
  })
})

describe('a delivery that was paid with it', () => {
  test('is recorded once, though its event comes twice', async () => {
    await verify(cookie('w'), message())
    const paymentId = (await find(cookie('w')))?.paymentId as string
    await publish(requested('d1', paymentId), requested('d1', paymentId), requested('d1', paymentId, 'told anew'))
    expect(await find(cookie('w'))).toMatchObject({ usedBy: 'd1' })
    expect((await storedEvents()).map(({ type }) => type)).toEqual(['PaymentClaimed', 'PaymentUsed'])
  })
  test('leaves the payer’s other payments to be found first, the newest first', async () => {
    const claimMinutesAgo = (minutes: number, amount: number) =>
      payment.verify({
        asked: { ...askedBy(cookie('w')), at: minutesAgo(minutes) },
        reference: 'PAY-123456',
        senderName: 'Wanjiku Kamau',
        message: message(amount, 5, amount % 36),
      })
    for (const [minutes, amount] of [
      [3, 500],
      [2, 400],
      [1, 350],
    ] as const)
      await claimMinutesAgo(minutes, amount)
    const newest = await find(cookie('w'))
    expect(newest).toMatchObject({ amount: 350, usedBy: null })
    await publish(requested('d1', newest?.paymentId as string), requested('d2', null))
    expect(await find(cookie('w'))).toMatchObject({ amount: 400, usedBy: null })
  })
})

describe('a delivery that was deleted', () => {
  const paidFor = async (deliveryId: string) => {
    await verify(cookie('w'), message())
    const paymentId = (await find(cookie('w')))?.paymentId as string
    await publish(requested(deliveryId, paymentId))
    return paymentId
  }

  test('before it was handed over gives the payment back to its payer, and to no one else', async () => {
    const paymentId = await paidFor('d1')
    await publish(deleted('d1', paymentId))
    expect(await find(cookie('w'))).toMatchObject({ paymentId, usedBy: null })
    expect(await verify(cookie('w'), message(), 'PAY-654321')).toMatchObject({ success: true })
    expect(await find(cookie('w'), 'PAY-654321')).toMatchObject({ paymentId, usedBy: null })
    expect(await verify(cookie('o'), message())).toEqual({ success: false, code: 'already_used' })
  })
  test('leaves the payment to a new request, though all events come twice', async () => {
    const paymentId = await paidFor('d1')
    // Delivery takes its id from the payment, so the new request has the id of the old one.
    const story = [requested('d1', paymentId), deleted('d1', paymentId), requested('d1', paymentId, 'requested anew')]
    await publish(...story, ...story)
    expect(await find(cookie('w'))).toMatchObject({ usedBy: 'd1' })
    expect((await storedEvents()).map(({ type }) => type)).toEqual([
      'PaymentClaimed',
      'PaymentUsed',
      'PaymentReleased',
      'PaymentUsed',
    ])
    await restart()
    expect(await find(cookie('w'))).toMatchObject({ usedBy: 'd1' })
  })
  test('after that keeps it, and one that was paid on delivery had none', async () => {
    const paymentId = await paidFor('d1')
    await publish(deleted('d1', paymentId, false))
    const head = await deps.of('payment').events.head()
    await publish(deleted('d2', null))
    expect(await find(cookie('w'))).toMatchObject({ usedBy: 'd1' })
    expect(await deps.of('payment').events.head()).toBe(head)
    // Money that only a message tells of is not owed.
    const owed = await payment.held({ tab: 'owed', search: null, limit: 10, cursor: null })
    expect(owed.rows).toEqual([])
    const [row] = (await payment.held({ tab: 'all', search: null, limit: 10, cursor: null })).rows
    expect(row).toMatchObject({ paymentId, usedBy: 'd1', refundable: 0 })
  })
})

test('a delivery that is back with its sender ends its payment’s use once, though its event comes twice', async () => {
  await verify(cookie('w'), message())
  const paymentId = (await find(cookie('w')))?.paymentId as string
  await publish(requested('d1', paymentId), requested('d2', null))
  const back = (deliveryId: string, id: string) => {
    const told = { deliveryId, deliveryType: 'doorstep' as const, paymentId: null, at: now }
    return { id, key: `delivery-${deliveryId}`, headers: {}, ...announce(deliveryEvents.returned, told) }
  }
  // For money taken at the door delivery names no payment, so the payments that it used are looked for.
  await publish(back('d1', 'back'), back('d1', 'told again'), back('d2', 'of nothing'))
  const { rows } = await payment.held({ tab: 'all', search: null, limit: 10, cursor: null })
  expect(rows).toMatchObject([{ paymentId, owed: 0 }])
  expect((await storedEvents()).filter(({ type }) => type === 'PaymentUnserved')).toHaveLength(1)
})

test('payments are given as sentences, without the balance, and with their senders; unknown ones are left out', async () => {
  await verify(cookie('w'), message())
  await verify(cookie('o'), message(12_500, 6, 2))
  const [one, other] = [(await find(cookie('w')))?.paymentId as string, (await find(cookie('o')))?.paymentId as string]
  expect(await payment.sentences({ paymentIds: [other, 'unknown', one] })).toEqual([
    {
      paymentId: other,
      sentence: 'UKL2222222 Confirmed. Ksh12,500.00 paid to TUMA PARCELS. on 21/11/26 at 9:29 AM.',
      senderName: expect.stringMatching(/^\w+ \w+$/),
      state: 'shown',
    },
    {
      paymentId: one,
      sentence: 'UKL1111111 Confirmed. Ksh350.00 paid to TUMA PARCELS. on 21/11/26 at 9:30 AM.',
      senderName: expect.stringMatching(/^\w+ \w+$/),
      state: 'shown',
    },
  ])
  expect(await payment.sentences({ paymentIds: [] })).toEqual([])
})

test('an event about an unclaimed payment is parked; replayed after the claim, it is handled', async () => {
  const paymentId = keyedHash('a secret')('code', 'UKL1111111')
  await publish(requested('d1', paymentId))
  const about = { topic: 'delivery', group: 'payment', key: 'delivery-d1' }
  expect(await payment.parked()).toEqual([expect.objectContaining({ ...about, type: 'delivery.requested' })])
  expect(await payment.replay({ ...about, group: 'revenue' })).toEqual({ replayed: 0 })

  await verify(cookie('w'), message())
  expect(await payment.replay(about)).toEqual({ replayed: 1 })
  await vi.waitFor(async () => expect(await find(cookie('w'))).toMatchObject({ paymentId, usedBy: 'd1' }), 60_000)
  expect(await payment.parked()).toEqual([])
})

describe('when no parcel of a deleted account is under way,', () => {
  const ended = (accountId: string, paymentIds: string[]) => ({
    id: `ended ${accountId}`,
    key: `erasure-${accountId}`,
    headers: {},
    ...announce(deliveryEvents.accountParcelsEnded, { accountId, paymentIds, at: now }),
  })

  test('no name is kept, whether they paid before they signed in or after; the payments stay', async () => {
    const [before, after, anothers] = [cookie('z'), user('zanzibarra'), user('otieno')]
    await verify(before, message(350, 5, 1), 'PAY-000001', 'Zanzibarra Quillfeather')
    await verify(after, message(350, 5, 2), 'PAY-000002', 'Zanzibarra Quillfeather')
    await verify(anothers, message(350, 5, 3), 'PAY-000003', 'Otieno Odhiambo')
    const paidBefore = (await find(before, 'PAY-000001'))?.paymentId as string
    const keys = () => openPersonalKeys(deps.of('payment'))
    expect(await (await keys()).existingKey(paidBefore)).not.toBeNull()
    await publish(ended('zanzibarra', [paidBefore]))
    expect(await (await keys()).existingKey(paidBefore)).toBeNull()
    expect(await (await keys()).existingKey('zanzibarra')).toBeNull()
    expect(await (await keys()).existingKey('otieno')).not.toBeNull()
    expect(await find(after, 'PAY-000002')).toMatchObject({ amount: 350 })
    await service.close()
    await open()
    expect(await find(before, 'PAY-000001')).toMatchObject({ amount: 350 })
  })
})

test('when a person is erased from a parcel that they paid, their name is not kept; the payment stays', async () => {
  const [one, another] = [cookie('z'), cookie('o')]
  await verify(one, message(350, 5, 1), 'PAY-000001', 'Zanzibarra Quillfeather')
  await verify(another, message(350, 5, 2), 'PAY-000002', 'Otieno Odhiambo')
  const paymentIds = [(await find(one, 'PAY-000001'))?.paymentId, (await find(another, 'PAY-000002'))?.paymentId]
  const erasedFrom = (role: 'sender' | 'receiver', paymentId: string | null) => ({
    ...{ id: `erased ${role}`, key: 'delivery-d1', headers: {} },
    ...announce(deliveryEvents.personErased, { deliveryId: 'd1', role, paymentId, at: now }),
  })
  await publish(erasedFrom('sender', paymentIds[0] as string))
  await publish(erasedFrom('receiver', null))
  const keys = await openPersonalKeys(deps.of('payment'))
  expect(await keys.existingKey(paymentIds[0] as string)).toBeNull()
  expect(await keys.existingKey(paymentIds[1] as string)).not.toBeNull()
  expect(await find(one, 'PAY-000001')).toMatchObject({ amount: 350 })
})

describe('a returning visitor', () => {
  const unused = async (actor: Actor) => {
    await shown(service)
    return (await payment.unused({ actor })).map(({ reference }) => reference)
  }
  test('sees what they have paid and not used, newest first, also after logging in', async () => {
    await verify(cookie('w'), message(350, 5, 1), 'PAY-000001')
    await verify(cookie('w'), message(350, 5, 2), 'PAY-000002')
    expect(new Set(await unused(loggedIn('wanjiku', 'w')))).toEqual(new Set(['PAY-000001', 'PAY-000002']))
    await publish(requested('d1', (await find(cookie('w'), 'PAY-000001'))?.paymentId ?? null))
    expect(await unused(cookie('w'))).toEqual(['PAY-000002'])
  })
  test('sees no other person’s payments, and none without an account or a cookie', async () => {
    await verify(cookie('w'), message())
    expect(await unused(cookie('o'))).toEqual([])
    expect(await unused(user('w'))).toEqual([])
    expect(await unused(noCookie)).toEqual([])
  })
})

describe('guesses of references', () => {
  test('are not answered after twenty misses, not even a right one; other callers are not limited', async () => {
    await verify(cookie('w'), message())
    for (let n = 0; n < 20; n += 1) expect(await find(cookie('w'), `PAY-${n}`, 'Otieno Odhiambo')).toBeNull()
    await expect(find(cookie('w'), 'PAY-123456', 'Otieno Odhiambo')).rejects.toMatchObject({ code: 'too_many' })
    expect(await find(cookie('o'), 'PAY-123456')).toBeNull()
  })
  test.each([
    ['a cookie', cookie('w')],
    ['a name', noCookie],
  ])(
    'by %s are answered twenty times also when hundreds come at once, and the right one among them is not',
    async (_by, asker) => {
      await verify(asker, message())
      const guesses = [...Array.from({ length: 300 }, (_, n) => `PAY-${n}`), 'PAY-123456']
      const answers = await Promise.allSettled(guesses.map((reference) => find(asker, reference)))
      const answered = answers.filter(({ status }) => status === 'fulfilled')
      expect(answered).toHaveLength(20)
      expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'too_many' } })
    },
  )
  test('do not limit a payer who asks for their own, however often at once', async () => {
    await verify(cookie('w'), message())
    const answers = await Promise.all(Array.from({ length: 100 }, () => find(cookie('w'))))
    for (const answer of answers) expect(answer).toMatchObject({ amount: 350 })
    expect(await find(cookie('w'))).toMatchObject({ amount: 350 })
  })
  test('by a name do not shut out a payer who has a cookie', async () => {
    await verify(cookie('w'), message())
    for (let n = 0; n < 20; n += 1) await find(noCookie, `PAY-${n}`)
    await expect(find(noCookie)).rejects.toMatchObject({ code: 'too_many' })
    expect(await find(cookie('w'))).toMatchObject({ amount: 350 })
  })
})

test('neither the name, the cookie nor the pasted balance is in the store, and the code is in no stream’s name', async () => {
  await verify(cookie('the-cookie'), message())
  const stored = JSON.stringify(await storedEvents())
  for (const secret of ['Wanjiku', 'the-cookie', '1,204', 'balance']) expect(stored).not.toContain(secret)
  expect((await storedEvents()).map(({ stream }) => stream).join()).not.toContain('UKL1111111')
})
