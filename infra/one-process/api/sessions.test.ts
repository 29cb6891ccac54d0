import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct({ LIVE_SESSION_CHECK_MS: '100' })
})
afterAll(() => product.close())

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
type Listed = { readonly _id: string; readonly current: boolean }

const signInFrom = async (email: string, userAgent: string): Promise<Visitor> => {
  const person = product.stranger({ 'user-agent': userAgent })
  expect((await person.post('/api/users/login', { email, password: 'tuma-demo' })).status).toBe(200)
  return person
}
const listedTo = async (person: Visitor): Promise<Listed[]> => (await person.get('/api/users/sessions')).body
const getOwn = async (person: Visitor) => (await listedTo(person)).find(({ current }) => current)?._id
const isIn = async (person: Visitor) => (await person.get('/api/users/me')).status === 200
const newcomer = async (name: string) => ({ email: `${name}@tuma.test`, person: await product.registered(name) })

test('people see where they are signed in, by browser, system and network', async () => {
  const { email, person } = await newcomer('seeing')
  const phone = await signInFrom(email, android)
  expect(await listedTo(phone)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ browser: 'Chrome', system: 'Android', network: '127.0.0.1', current: true }),
      expect.objectContaining({ _id: await getOwn(person), current: false }),
    ]),
  )
})

test('a browser with an unknown name is listed without that name', async () => {
  const { email } = await newcomer('worded')
  const strange = await signInFrom(email, 'Your bank says: call 0900/1 now')
  const [own] = (await listedTo(strange)).filter(({ current }) => current)
  expect(own).toMatchObject({ browser: null, system: null })
})

describe('a session that is ended', () => {
  test('is refused at once, and its screen gets no more events', async () => {
    const { email, person } = await newcomer('ending')
    const other = await signInFrom(email, android)
    const open = await other.listen('/api/events')
    const ended = await person.delete(`/api/users/sessions/${await getOwn(other)}`)
    expect(ended.status).toBe(200)
    expect([await isIn(other), await isIn(person)]).toEqual([false, true])
    await open.ended
  })

  test('together with all others does not include the one that asked', async () => {
    const { email, person } = await newcomer('others')
    const others = [await signInFrom(email, android), await signInFrom(email, 'curl/8')]
    const open = await Promise.all(others.map((other) => other.listen('/api/events')))
    expect((await person.delete('/api/users/sessions')).status).toBe(200)
    expect(await Promise.all([...others, person].map(isIn))).toEqual([false, false, true])
    expect(await listedTo(person)).toMatchObject([{ current: true }])
    for (const one of open) await one.ended
  })
})

test('an admin ends all sessions of an account, which is recorded', async () => {
  const { email, person } = await newcomer('lost')
  const phone = await signInFrom(email, android)
  const open = await phone.listen('/api/events')
  const { _id } = (await person.get('/api/users/me')).body
  const admin = await product.signedIn('admin')
  expect((await admin.delete(`/api/admin/users/${_id}/sessions`)).status).toBe(200)
  expect([await isIn(person), await isIn(phone), await isIn(admin)]).toEqual([false, false, true])
  await open.ended
  const recorded = async () => (await admin.get('/api/admin/audit?kind=admin-act')).body
  const act = { what: 'people.endSessions', about: _id, outcome: 'done' }
  await expect.poll(recorded).toContainEqual(expect.objectContaining(act))
  expect(await isIn(await signInFrom(email, android))).toBe(true)
})
