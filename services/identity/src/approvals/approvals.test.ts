import { identityEvents } from '@tuma/contracts/events'
import type { CommandContext, ToApprove } from '@tuma/contracts/services'
import type { Message } from '@tuma/platform/ports'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { asked, bySystem, identityForEachTest, refusedAs, wanjiku } from '../testing/identity-for-each-test.ts'

const identity = identityForEachTest()
const { client, openAccount, changeRole, deleteAccount, takeSecondFactor, setUpSecondFactor, passes, faults } = identity

const day = 24 * 60
const person = (username: string, phone: string) => ({
  ...{ name: `${username} Njeri`, username, email: `${username}@tuma.test`, phone, password: 'siri-ndefu-kabisa' },
})
const openAdmin = (username: string, phone: string) => openAccount(person(username, phone), { role: 'admin' })
const by = (userId: string, more: Partial<CommandContext> = {}) =>
  asked({ actor: { kind: 'user', userId, username: userId, role: 'admin', shop: null }, ...more })

const payout = (more: Partial<ToApprove> = {}): ToApprove => ({
  ...{ kind: 'payout', subject: 'payee', about: ['254733444555', '2950000'], cents: 2_950_000, beneficiary: 'payee' },
  shown: { name: 'Achieng Njeri', phone: '254733444555', words: null },
  ...more,
})
const ask = async (admin: string, what = payout(), as = by(admin)) =>
  (await client().askApproval({ asked: as, what })).approval.approvalId
const approve = (admin: string, approvalId: string) => client().approve({ asked: by(admin), approvalId })
const use = (admin: string, what = payout(), as = by(admin)) => client().useApproval({ asked: as, what })
const list = async (viewer: string, waiting = false) =>
  (await client().approvals({ viewer, only: waiting ? 'waiting' : null, limit: 10, cursor: null })).rows
const users = async (accountId: string) => (await identity.users()).rows.find(({ _id }) => _id === accountId)

let achieng: string
let baraka: string
beforeEach(async () => {
  achieng = await openAdmin('achieng', '254722000001')
  baraka = await openAdmin('baraka', '254722000002')
  passes(8 * day)
})

describe('an action that another admin must approve', () => {
  test('is approved by another, used once, and listed with who did what', async () => {
    expect(await use(achieng)).toBeNull()
    const approvalId = await ask(achieng)
    expect(await list(baraka, true)).toMatchObject([{ approvalId, state: 'asked', cents: 2_950_000, mayNot: null }])
    await approve(baraka, approvalId)
    expect(await list(baraka, true)).toEqual([])
    expect(await use(achieng)).toEqual({ approvalId, by: baraka, alone: false })
    expect(await use(achieng)).toBeNull()
    expect(await list(achieng)).toMatchObject([{ approvalId, state: 'used', by: achieng, decidedBy: baraka }])
  })

  test('works for its command again, and for no other command', async () => {
    await approve(baraka, await ask(achieng))
    const once = by(achieng, { commandId: 'pay' })
    const first = await use(achieng, payout(), once)
    expect(await use(achieng, payout(), once)).toEqual(first)
    expect(await use(achieng)).toBeNull()
  })

  test.each<[string, Partial<ToApprove>]>([
    ['sum', { about: ['254733444555', '2950001'] }],
    ['number', { about: ['254733444556', '2950000'] }],
    ['payee', { subject: 'another' }],
    ['act', { kind: 'refund' }],
  ])('needs a new approval for another %s', async (_what, other) => {
    await approve(baraka, await ask(achieng))
    expect(await use(achieng, payout(other))).toBeNull()
    expect(await use(achieng)).toMatchObject({ by: baraka })
  })

  test('works only for the admin who asked', async () => {
    const chebet = await openAdmin('chebet', '254722000003')
    await approve(baraka, await ask(achieng))
    expect(await use(chebet)).toBeNull()
    expect(await use(baraka)).toBeNull()
  })

  test('lapses a day after the request, and a day after the approval', async () => {
    const approvalId = await ask(achieng)
    passes(day)
    await expect(approve(baraka, approvalId)).rejects.toEqual(refusedAs('approval_over'))
    expect(await list(baraka)).toMatchObject([{ state: 'lapsed', until: null }])
    const next = await ask(achieng)
    expect(next).not.toBe(approvalId)
    await approve(baraka, next)
    passes(day)
    expect(await use(achieng)).toBeNull()
  })

  test('is one request, even if it is repeated', async () => {
    expect(await ask(achieng)).toBe(await ask(achieng))
    expect(await list(baraka)).toHaveLength(1)
  })

  test('is not requested again once it is approved', async () => {
    const approvalId = await ask(achieng)
    await approve(baraka, approvalId)
    expect(await ask(achieng)).toBe(approvalId)
  })

  test('can be used again after its command was refused', async () => {
    await approve(baraka, await ask(achieng))
    const once = by(achieng, { commandId: 'pay' })
    const taken = await use(achieng, payout(), once)
    await client().returnApproval({ asked: once, approvalId: taken?.approvalId ?? '' })
    expect(await use(achieng, payout(), once)).toEqual(taken)
    await client().returnApproval({ asked: once, approvalId: taken?.approvalId ?? '' })
    expect(await use(achieng)).toEqual(taken)
  })

  test('is approved once by two admins at the same time, and used once by two commands at the same time', async () => {
    const chebet = await openAdmin('chebet', '254722000003')
    passes(8 * day)
    const approvalId = await ask(achieng)
    const given = await Promise.allSettled([approve(baraka, approvalId), approve(chebet, approvalId)])
    expect(given.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(given.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusedAs('stale') })
    const taken = await Promise.all([use(achieng), use(achieng), use(achieng)])
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('loses its approval when the approver is no longer an admin', async () => {
    const chebet = await openAdmin('chebet', '254722000003')
    await approve(baraka, await ask(achieng))
    await changeRole(baraka, 'agent', by(chebet))
    passes(-1)
    expect(await use(achieng)).not.toMatchObject({ by: baraka })
  })

  test('is declined with a reason, and can’t be approved after that', async () => {
    const approvalId = await ask(achieng)
    await client().decline({ asked: by(baraka), approvalId, reason: 'Call him first.' })
    expect(await list(achieng)).toMatchObject([{ state: 'declined', decidedBy: baraka, reason: 'Call him first.' }])
    await expect(approve(baraka, approvalId)).rejects.toEqual(refusedAs('stale'))
    expect(await use(achieng)).toBeNull()
  })

  test('stores no name and no phone in the clear', async () => {
    const approvalId = await ask(achieng)
    await client().decline({ asked: by(baraka), approvalId, reason: 'Call him first.' })
    const stored = (await identity.storedEvents()).filter(({ stream }) => stream === `approval-${approvalId}`)
    expect(stored).toHaveLength(2)
    for (const secret of ['Achieng Njeri', '254733444555', 'Call him'])
      expect(JSON.stringify(stored)).not.toContain(secret)
  })
})

describe('the second admin', () => {
  test('is not the first admin, nor a person who benefits', async () => {
    await expect(approve(achieng, await ask(achieng))).rejects.toEqual(refusedAs('approval_own'))
    const own = payout({ beneficiary: baraka, subject: baraka })
    await expect(approve(baraka, await ask(achieng, own))).rejects.toEqual(refusedAs('approval_own'))
    const ownPhone = payout({ shown: { name: 'A friend', phone: '254722000002', words: null }, about: ['own phone'] })
    await expect(approve(baraka, await ask(achieng, ownPhone))).rejects.toEqual(refusedAs('approval_own'))
  })

  test('has been an admin for seven days, and is told from when they may approve', async () => {
    const chebet = await openAdmin('chebet', '254722000003')
    passes(7 * day - 1)
    const approvalId = await ask(achieng)
    await expect(approve(chebet, approvalId)).rejects.toMatchObject({
      ...{ code: 'approver_new', details: { day: '2026-12-06' } },
    })
    expect(await list(chebet)).toMatchObject([{ mayNot: { code: 'approver_new', day: '2026-12-06' } }])
    passes(1)
    await approve(chebet, approvalId)
  })

  test('was not made an admin by the first one', async () => {
    const user = await openAccount(wanjiku)
    const { approval } = await client().askApprovalForAccount({
      asked: by(achieng),
      kind: 'make_admin',
      accountId: user,
    })
    await approve(baraka, approval.approvalId)
    await changeRole(user, 'admin', by(achieng))
    passes(8 * day)
    await expect(approve(user, await ask(achieng))).rejects.toEqual(refusedAs('approver_promoted'))
    await approve(user, await ask(baraka))
  })

  test('must be an admin', async () => {
    const approvalId = await ask(achieng)
    const user = await openAccount(wanjiku)
    await expect(approve(user, approvalId)).rejects.toEqual(refusedAs('not_allowed'))
  })
})

describe('making an admin', () => {
  test('waits for another admin, and changes nothing before that', async () => {
    const user = await openAccount(wanjiku)
    await expect(changeRole(user, 'admin', by(achieng))).rejects.toEqual(refusedAs('approval_needed'))
    expect((await users(user))?.role).toBe('user')
    const { approval } = await client().askApprovalForAccount({
      asked: by(achieng),
      kind: 'make_admin',
      accountId: user,
    })
    expect(approval.shown).toEqual({ name: wanjiku.name, phone: wanjiku.phone, words: `@${wanjiku.username}` })
    await approve(baraka, approval.approvalId)
    expect((await changeRole(user, 'admin', by(achieng))).role).toBe('admin')
  })

  test('that was approved for a client is not approved once they are an agent', async () => {
    const user = await openAccount(wanjiku)
    const { approval } = await client().askApprovalForAccount({
      asked: by(achieng),
      kind: 'make_admin',
      accountId: user,
    })
    await approve(baraka, approval.approvalId)
    await changeRole(user, 'agent', by(achieng))
    await expect(changeRole(user, 'admin', by(achieng))).rejects.toEqual(refusedAs('approval_needed'))
  })

  test('needs approval, but removing an admin or setting another role does not', async () => {
    const user = await openAccount(wanjiku)
    expect((await changeRole(user, 'agent', by(achieng))).role).toBe('agent')
    expect((await changeRole(baraka, 'agent', by(achieng))).role).toBe('agent')
  })
})

describe('lifting a second factor', () => {
  test('waits for another admin, who is not the owner of the factor', async () => {
    const chebet = await openAdmin('chebet', '254722000003')
    passes(8 * day)
    await setUpSecondFactor(chebet, 'siri-ndefu-kabisa', by(chebet))
    await expect(takeSecondFactor(chebet, by(achieng))).rejects.toEqual(refusedAs('approval_needed'))
    const about = { kind: 'lift_second_factor', accountId: chebet } as const
    const { approval, approvers } = await client().askApprovalForAccount({ asked: by(achieng), ...about })
    expect(approvers).toEqual([baraka])
    await expect(approve(chebet, approval.approvalId)).rejects.toEqual(refusedAs('approval_own'))
    await approve(baraka, approval.approvalId)
    await takeSecondFactor(chebet, by(achieng))
    await expect(client().askApprovalForAccount({ asked: by(achieng), ...about })).rejects.toEqual(refusedAs('stale'))
  })
})

describe('an admin without another one', () => {
  beforeEach(() => deleteAccount(baraka))

  test('acts alone, which is recorded', async () => {
    expect(await use(achieng)).toMatchObject({ by: null, alone: true })
    expect(await list(achieng)).toMatchObject([{ state: 'used', alone: true, by: achieng, decidedBy: null }])
    const user = await openAccount(wanjiku)
    expect((await changeRole(user, 'admin', by(achieng))).role).toBe('admin')
    passes(8 * day)
    // An account that the admin has made an admin can’t be the second one.
    expect(await use(achieng, payout({ about: ['another'] }))).toMatchObject({ alone: true })
    expect(await use(user)).toBeNull()
  })

  test('acts alone, which is published with the action and without a name', async () => {
    const heard: Message[] = []
    const { bus } = identity.engines()
    await use(achieng)
    const onMessage = async (message: Message) => void heard.push(message)
    const consumer = bus.consume({ topic: 'identity', group: 'test', onMessage })
    const told = () => heard.filter(({ type }) => type === identityEvents.doneAlone.type).map(({ data }) => data)
    const [{ approvalId } = { approvalId: '' }] = await list(achieng)
    await vi.waitFor(
      () => expect(told()).toEqual([{ approvalId, kind: 'payout', cents: 2_950_000, at: expect.any(String) }]),
      60_000,
    )
    await consumer.close()
  })

  test('acts alone, which is published the same for a repeated command', async () => {
    const once = by(achieng, { commandId: 'pay' })
    const first = await use(achieng, payout(), once)
    expect(await use(achieng, payout(), once)).toEqual(first)
    expect(await list(achieng)).toHaveLength(1)
  })

  test('leaves no open request when the command was refused', async () => {
    const once = by(achieng, { commandId: 'pay' })
    const taken = await use(achieng, payout(), once)
    await client().returnApproval({ asked: once, approvalId: taken?.approvalId ?? '' })
    expect(await list(achieng, true)).toEqual([])
  })
})

test('an admin who removes the other may act alone only after seven days', async () => {
  await changeRole(baraka, 'agent', by(achieng))
  expect(await use(achieng)).toBeNull()
  passes(7 * day)
  expect(await use(achieng)).toMatchObject({ alone: true })
})

test('a check uses no approval', async () => {
  const look = () => client().approvedBy({ asked: by(achieng), what: payout() })
  expect(await look()).toEqual({ by: null, alone: false, approvalId: null, approvers: [baraka] })
  const approvalId = await ask(achieng)
  expect(await look()).toMatchObject({ by: null, approvalId })
  await approve(baraka, approvalId)
  expect(await look()).toMatchObject({ by: baraka, approvalId })
  expect(await use(achieng)).toMatchObject({ approvalId })
})

test('after 30 days an approval no longer shows whom it was for, and still shows the approver', async () => {
  await approve(baraka, await ask(achieng))
  await use(achieng)
  passes(30 * day)
  const late = await ask(achieng, payout({ about: ['later'] }))
  passes(1)
  await identity.restart()
  await vi.waitFor(async () => expect((await list(achieng)).at(-1)?.shown.name).toBeNull(), 60_000)
  expect(await list(achieng)).toMatchObject([
    { approvalId: late, shown: { name: 'Achieng Njeri', phone: '254733444555' } },
    { cents: 2_950_000, by: achieng, decidedBy: baraka, state: 'used', shown: { name: null, phone: null } },
  ])
})

test('the system needs no second admin', async () => {
  const user = await openAccount(wanjiku)
  expect((await changeRole(user, 'admin', bySystem())).role).toBe('admin')
  await expect(use('', payout(), bySystem())).rejects.toEqual(refusedAs('not_allowed'))
  expect(faults).toEqual([])
})
