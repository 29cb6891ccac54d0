import { deliveryEvents, identityEvents } from '@tuma/contracts/events'
import type { IdentityClient } from '@tuma/contracts/services'
import { announce } from '@tuma/platform/event-sourcing'
import { describe, expect, test } from 'vitest'
import type { Outgoing, Providers } from '../provider/provider.ts'
import { asked, eventually, notificationForEachTest, start } from '../testing/notification-for-each-test.ts'

const deps = notificationForEachTest(false)
const { notification, stored, open, passes, parcelIs, requested, moved, publishTo } = deps

/** A provider that accepts everything. */
const carrying = () => {
  const sent: Outgoing[] = []
  const provider = {
    name: 'gateway',
    async send(message: Outgoing) {
      sent.push(message)
      return { providerId: `${message.messageId} ${sent.length}` }
    },
    sendToAll: async () => [],
  }
  return { sent, providers: { sms: provider, email: provider } satisfies Providers }
}

const opened = async (environment: Readonly<Record<string, string>> = {}, linkMail: LinkMail = unknown) => {
  const { sent, providers } = carrying()
  const how = { environment: { CONTACT_EMAIL: 'office@tuma.example', ...environment }, providers, linkMail }
  await open(how)
  return { sent, again: () => open(how) }
}
const link = {
  name: 'Baraka',
  purpose: 'verify',
  changesEmail: false,
  token: 't',
  askedAt: start,
  expiresAt: start,
} as const
type LinkMail = NonNullable<Awaited<ReturnType<IdentityClient['linkMail']>>>
const unknown = { ...link, email: 'stranger@mail.example', isProven: false }
const proven = { ...link, email: 'baraka@mail.example', purpose: 'reset', isProven: true } as const

const linkFor = (id: string) => {
  const data = { accountId: id, linkId: 'l', purpose: 'verify', expiresAt: start } as const
  return publishTo('identity', [
    { id: `link ${id}`, key: `account-${id}`, headers: {}, ...announce(identityEvents.linkRequested, data) },
  ])
}
const about = { deliveryType: 'parcelDukani', at: start } as const
const inTransit = (deliveryId: string) =>
  moved(
    deliveryId,
    announce(deliveryEvents.statusChanged, { deliveryId, ...about, from: 'uncollected', to: 'inTransit' }),
  )
const ridden = (deliveryId: string) =>
  moved(deliveryId, announce(deliveryEvents.assigned, { deliveryId, ...about, to: 'rider' }))
const notHandedIn = { sender: 'not-handed-in', receiver: 'not-handed-in' }

/** The purse of each attempt that used something, in order. */
const taken = async () =>
  (await stored()).flatMap(({ type, data }) => {
    const { purse } = data as { purse?: string | null }
    return type === 'SendAttempted' && purse ? [purse] : []
  })
const stop = (say: boolean) => notification().stopStrangers({ asked: asked(), stop: say })

describe('of a day’s SMS', () => {
  test('accounts use half at most, and the code of a parcel that we have is sent, also after a restart', async () => {
    const { sent, again } = await opened({ SMS_DAILY_BUDGET: '10' })
    parcelIs({ handled: false })
    for (const id of ['d1', 'd2', 'd3', 'd4']) await requested(id)
    await eventually(() => expect(sent).toHaveLength(5))
    await again()
    parcelIs({ handled: true })
    await inTransit('d9')
    const onItsWay = expect.stringContaining('is on its way to you')
    await eventually(() => expect(sent.map(({ text }) => text)).toContainEqual(onItsWay))
    const { purses } = await notification().budgets()
    expect(purses.find(({ purse }) => purse === 'known')).toEqual({ purse: 'known', spent: 5, left: 0 })
    expect((await taken()).filter((purse) => purse === 'known')).toHaveLength(5)
    expect(await taken()).toContain('handled')
  })

  test('an unpaid request of a visitor uses nothing before the parcel is handed in, and no admin need act', async () => {
    const { sent } = await opened()
    parcelIs({ handled: false })
    await requested('d1', notHandedIn)
    passes(1)
    expect(await notification().unsent({ limit: 10, cursor: null })).toMatchObject({ rows: [], total: 0 })
    expect(sent).toEqual([])
    parcelIs({ handled: true })
    await inTransit('d1')
    await eventually(() => expect(sent).toHaveLength(3))
    expect(await taken()).toEqual(['handled', 'handled', 'handled'])
  })

  test('the held SMS is sent when the parcel gets a rider, too', async () => {
    const { sent } = await opened()
    await requested('d1', notHandedIn)
    await ridden('d1')
    await eventually(() => expect(sent.map(({ to }) => to).sort()).toEqual(['0110345678', '0712345678']))
  })
})

describe('e-mails to unknown addresses', () => {
  test('have a limit a day, and a verified address still gets its reset', async () => {
    const { sent } = await opened({ UNKNOWN_MAILS_PER_DAY: '3' })
    for (let person = 1; person <= 6; person += 1) await linkFor(`a${person}`)
    await eventually(() => expect(sent).toHaveLength(3))
    const reset = await opened({ UNKNOWN_MAILS_PER_DAY: '3' }, proven)
    await linkFor('known')
    await eventually(() => expect(reset.sent.map(({ to }) => to)).toContain('baraka@mail.example'))
    expect(await taken()).toEqual(['unknownAddresses', 'unknownAddresses', 'unknownAddresses'])
  })
  test('count also where the owner of an address is told of a stranger’s registration', async () => {
    const { sent } = await opened({ UNKNOWN_MAILS_PER_DAY: '1' }, { ...unknown, owner: 'wanjiku', token: '' })
    await linkFor('a1')
    await eventually(() => expect(sent).toHaveLength(1))
    expect(await taken()).toEqual(['unknownAddresses'])
  })
})

describe('an admin who stops strangers', () => {
  test('stops emails to unknown addresses but no code, and the page shows who and since when', async () => {
    const { sent, again } = await opened()
    await stop(true)
    expect((await notification().budgets()).stopped).toEqual({ since: start, by: 'admin-1' })
    await linkFor('a1')
    await inTransit('d1')
    await eventually(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.text).toContain('Your code')
    await again()
    expect((await notification().budgets()).stopped).not.toBeNull()
    await stop(false)
    expect((await notification().budgets()).stopped).toBeNull()
    await again()
    await eventually(() => expect(sent.map(({ to }) => to)).toContain('stranger@mail.example'))
  })
  test('stops them once, however often the switch is pressed', async () => {
    for (const say of [true, true, false, false]) await stop(say)
    const types = (await stored()).map(({ type }) => type).filter((type) => type.startsWith('Strangers'))
    expect(types).toEqual(['StrangersStopped', 'StrangersAdmitted'])
  })
  test('must be an admin', async () => {
    const actor = { kind: 'user', userId: 'u1', username: 'u', role: 'agent', shop: null } as const
    await expect(notification().stopStrangers({ asked: asked({ actor }), stop: true })).rejects.toThrow('not_allowed')
  })
})

test('the office gets one email a day and purse when four fifths are used, in both languages', async () => {
  const { sent, again } = await opened({ SMS_DAILY_BUDGET: '10' })
  parcelIs({ handled: false })
  await requested('d1')
  await requested('d2')
  await eventually(() => expect(sent).toHaveLength(4))
  for (let restart = 0; restart < 2; restart += 1) {
    await again()
    await eventually(() => expect(sent).toHaveLength(5))
  }
  const [mail] = sent.filter(({ to }) => to === 'office@tuma.example')
  expect(mail?.text).toContain('you used 4 of 5 SMS for accounts and confirmed payments.')
  expect(mail?.text).toContain('umetumia 4 kati ya 5: SMS za akaunti na malipo yaliyothibitishwa')
  expect(mail?.text).toContain('https://tuma.test/Admin')
  expect(sent).toHaveLength(5)
})

test('the office gets an email for each purse, also on the same day', async () => {
  const { sent, again } = await opened({ SMS_DAILY_BUDGET: '10', UNKNOWN_MAILS_PER_DAY: '1' })
  parcelIs({ handled: false })
  await requested('d1')
  await requested('d2')
  await linkFor('a1')
  await eventually(() => expect(sent).toHaveLength(5))
  await again()
  await eventually(() => expect(sent.filter(({ to }) => to === 'office@tuma.example')).toHaveLength(2))
})
