import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-25T12:00:00.000Z')
const [home, other] = ['254733100002', '254799666555']
const registered = { name: 'Kamau Mwangi', phone: home }

let asks = 0
const asked = (userId = 'kamau', role: 'user' | 'admin' = 'user') => ({
  actor: { kind: 'user' as const, userId, username: userId, role, shop: null },
  commandId: `command ${++asks}`,
  correlationId: 'c',
})
const set = (phone: string) =>
  world.revenue.setPayTo({ asked: asked(), accountId: 'kamau', name: 'Kamau Njoroge', phone })
const payTo = () => world.revenue.payTo({ accountId: 'kamau' })

test('money goes to the phone of the registration until its owner sets another number', async () => {
  world.registered.set('kamau', registered)
  const unchanged = { changedAt: null, payableFrom: null, former: null }
  expect(await payTo()).toEqual({ ...registered, ...unchanged })
  const changed = { changedAt: '2026-11-25T12:00:00.000Z', payableFrom: '2026-11-26T12:00:00.000Z', former: home }
  expect(await set(other)).toEqual({ name: 'Kamau Njoroge', phone: other, ...changed })
  await world.restart()
  expect(await payTo()).toMatchObject({ phone: other, former: home })
})

test('two changes within the wait do not hide the number that was paid before', async () => {
  world.registered.set('kamau', registered)
  await set(other)
  expect(await set('254711000111')).toMatchObject({ phone: '254711000111', former: home })
  expect(await set(home)).toMatchObject({ phone: home, former: null })
  world.passes(24)
  expect(await set(other)).toMatchObject({ phone: other, former: home })
  world.passes(24)
  expect(await set(home)).toMatchObject({ phone: home, former: other })
})

test('the same number again changes nothing, and a landline is refused', async () => {
  world.registered.set('kamau', registered)
  expect(await set(home)).toMatchObject({ changedAt: null })
  await expect(set('254202222222')).rejects.toMatchObject({ code: 'bad_input', details: { field: 'phone' } })
})

test('a number can not be set for an account that is gone', async () => {
  await expect(set(other)).rejects.toMatchObject({ code: 'not_found' })
  expect(await payTo()).toBeNull()
})

test('other services are notified that a number changed, and ask for both numbers of that change', async () => {
  world.registered.set('kamau', registered)
  await set(other)
  await set('254711000111')
  const events = await world.engines.events.readAll(null, 100)
  const ids = events.filter(({ type }) => type === 'PayToSet').map(({ id }) => id)
  const changes = await Promise.all(ids.map((changeId) => world.revenue.payToChange({ accountId: 'kamau', changeId })))
  expect(changes.map((change) => change && [change.former, change.phone])).toEqual([
    [home, other],
    [other, '254711000111'],
  ])
  expect(await world.revenue.payToChange({ accountId: 'kamau', changeId: 'none' })).toBeNull()
})

test('the number is erased with the key of its person, and the change still names no wrong number', async () => {
  world.registered.set('kamau', registered)
  await set(other)
  expect(JSON.stringify(await world.engines.events.readAll(null, 100))).not.toMatch(/799666555|Njoroge/)
  world.registered.delete('kamau')
  expect(await payTo()).toMatchObject({ phone: other, former: null })
  await world.publish(
    toMessage(
      'parcels-of-kamau',
      announce(deliveryEvents.accountParcelsEnded, {
        accountId: 'kamau',
        paymentIds: [],
        at: '2026-11-25T12:00:00.000Z',
      }),
    ),
  )
  expect(await payTo()).toBeNull()
})

test('a person who is deleted while money is owed is kept with the payout number, and not with the phone of the profile', async () => {
  world.registered.set('kamau', registered)
  await set(other)
  await world.revenue.keepPayee({ asked: asked('achieng', 'admin'), accountId: 'kamau', expected: true })
  expect(await world.revenue.payees({ accountIds: ['kamau'] })).toEqual({
    kamau: { name: 'Kamau Njoroge', phone: other },
  })
})
