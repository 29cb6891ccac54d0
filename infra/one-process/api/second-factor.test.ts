import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getBytes, oneTimeCode } from './one-time-code.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** Not a demonstration, because a second factor cannot be set up there. */
let product: TestProduct
let folder: string
const owner = { email: 'owner@tuma.example', password: 'a long one, of nobody' }

const open = async (rule: string, more: Record<string, string> = {}) => {
  const admin = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }
  product = await openTestProduct({ DATA_DIR: folder, SEED: 'none', ADMIN_SECOND_FACTOR: rule, ...admin, ...more })
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-second-'))
})
afterEach(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

const getCode = (secret: string, stepsLater = 0): string => oneTimeCode(secret, new Date().toISOString(), stepsLater)

const signedIn = async (more: object = {}): Promise<Visitor> => {
  const person = product.stranger()
  expect((await person.post('/api/users/login', { ...owner, ...more })).status).toBe(200)
  return person
}
const setUp = async (person: Visitor, { password } = owner) => {
  const { body } = await person.post('/api/users/second-factor', { password })
  expect(body.uri).toContain(`secret=${body.secret}`)
  expect(body.qr).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  const confirmed = await person.put('/api/users/second-factor', { code: getCode(body.secret) })
  return { secret: body.secret as string, ...confirmed }
}

/** A second admin, whose account the first one opens. */
const anotherAdmin = async (admin: Visitor) => {
  const person = { name: 'Amani Baraka', username: 'amani', email: 'amani@tuma.example', phone: '0711222333' }
  const password = 'a secret of amani'
  await product.stranger().post('/api/users/register', { ...person, password })
  const rows = (await admin.get('/api/admin/users?limit=10')).body
  const amaniId: string = rows.find(({ username }: { username: string }) => username === 'amani')._id
  await admin.post(`/api/admin/users/${amaniId}/verify`, undefined)
  await admin.patch(`/api/admin/users/${amaniId}`, { role: 'admin' })
  const amani = product.stranger()
  expect((await amani.post('/api/users/login', { email: person.email, password })).status).toBe(200)
  return { amaniId, amani, password }
}

describe('a second factor', () => {
  test('is set up, asked for at the next login, and removed', async () => {
    await open('optional')
    const admin = await signedIn()
    const elsewhere = await signedIn()
    const { secret, status, body } = await setUp(admin)
    expect([status, body.secondFactor, body.recoveryCodes.length]).toEqual([200, true, 10])
    expect((await admin.get('/api/users/me')).body.secondFactor).toBe(true)
    expect((await elsewhere.get('/api/users/me')).status).toBe(401)

    const stranger = product.stranger()
    const refused = await stranger.post('/api/users/login', owner)
    expect([refused.status, refused.body.code, refused.headers.getSetCookie()]).toEqual([401, 'code_needed', []])
    const guessed = await stranger.post('/api/users/login', { ...owner, password: 'a guess', code: getCode(secret, 1) })
    expect([guessed.status, guessed.body.code]).toEqual([401, 'invalid_credentials'])
    const used = await stranger.post('/api/users/login', { ...owner, code: getCode(secret, -1) })
    expect([used.status, used.body.code, used.body.field]).toEqual([403, 'code_wrong', 'code'])
    const [first, second] = body.recoveryCodes
    expect((await stranger.post('/api/users/login', { ...owner, code: first })).body.secondFactor).toBe(true)
    expect((await product.stranger().post('/api/users/login', { ...owner, code: first })).body.code).toBe('code_wrong')

    const remove = (typed: object) => stranger.post('/api/users/second-factor/remove', typed)
    expect((await remove({ password: 'a guess', code: second })).body.code).toBe('password_wrong')
    const removed = await remove({ password: owner.password, code: second })
    expect([removed.status, removed.body.secondFactor]).toEqual([200, undefined])
    await signedIn()
  })

  test('is still asked for where the setting is off, and cannot be set up there', async () => {
    await open('off')
    const admin = await signedIn()
    expect((await admin.get('/api/users/me')).body.secondFactorOff).toBe(true)
    const ask = () => admin.post('/api/users/second-factor', { password: owner.password })
    expect((await ask()).body.code).toBe('not_allowed')
    expect((await admin.put('/api/users/second-factor', { code: '123456' })).body.code).toBe('not_allowed')
    await product.close()
    await open('optional')
    const later = await signedIn()
    expect((await later.get('/api/users/me')).body).not.toHaveProperty('secondFactorOff')
    await setUp(later)
    await product.close()
    await open('off')
    expect((await product.stranger().post('/api/users/login', owner)).body.code).toBe('code_needed')
  })

  test('can be removed for an admin by another admin only, which is recorded', async () => {
    await open('optional')
    const admin = await signedIn()
    const { secret } = await setUp(admin)
    const { _id } = (await admin.get('/api/users/me')).body
    const path = `/api/admin/users/${_id}/second-factor`
    expect((await admin.delete(path)).body.code).toBe('not_allowed')

    const { amaniId, amani: other } = await anotherAdmin(admin)
    const taken = await other.delete(path)
    expect([taken.status, taken.body.username, taken.body.secondFactor]).toEqual([200, 'admin', undefined])
    expect((await other.delete('/api/admin/users/nobody/second-factor')).body.code).toBe('not_found')
    await signedIn()
    const events = (await other.get('/api/admin/audit?kind=admin-act')).body
    expect(events).toContainEqual(
      expect.objectContaining({
        what: 'people.removeSecondFactor',
        about: _id,
        outcome: 'done',
        by: expect.objectContaining({ id: amaniId }),
      }),
    )
    expect(JSON.stringify(events)).not.toContain(secret)
  })
})

/** The forms in which a file may hold these bytes: raw, hexadecimal, and base64 at each of its three offsets. */
const toForms = (bytes: Buffer): Buffer[] => {
  const inBase64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Leaves out the characters that also encode bytes beside ours.
    return whole.slice(before === 0 ? 0 : 4, 4 * Math.floor((before + bytes.length) / 3))
  })
  const texts = [
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
  ]
  return [bytes, ...texts.map((text) => Buffer.from(text))]
}

test('neither its secret nor a recovery code is stored in any file of the data folder', async () => {
  await open('optional')
  const admin = await signedIn()
  const { secret, body } = await setUp(admin)
  const recoveryCodes: string[] = body.recoveryCodes
  const [used = '', alsoUsed = ''] = recoveryCodes
  const stranger = product.stranger()
  const logIn = async (code: string) => (await stranger.post('/api/users/login', { ...owner, code })).status
  expect([await logIn(getCode(secret, 1)), await logIn(used), await logIn(used)]).toEqual([200, 200, 403])

  const found = async (sought: Buffer): Promise<string[]> => {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
    const holds = async (name: string) => (await readFile(name)).includes(sought)
    const names = files.map(({ parentPath, name }) => join(parentPath, name))
    const holding = await Promise.all(names.map(holds))
    return names.filter((_, index) => holding[index])
  }
  const texts = recoveryCodes.flatMap((code) => [code, code.replace('-', ''), code.replace('-', '').toLowerCase()])
  const forms = [secret, ...texts].flatMap((text) => [
    ...toForms(Buffer.from(text)),
    ...toForms(getBytes(text.toUpperCase().replace('-', ''))),
  ])
  const foundForms = async () => (await Promise.all(forms.map(found))).flat()
  expect(await foundForms()).toEqual([])
  const remove = { password: owner.password, code: alsoUsed }
  expect((await stranger.post('/api/users/second-factor/remove', remove)).status).toBe(200)
  await product.close()
  expect(await foundForms()).toEqual([])
  // Proves that the search finds what is stored.
  const { _id } = body as { _id: string }
  expect(await found(Buffer.from(_id))).not.toEqual([])
  await open('optional')
})

describe('where admins must have a second factor', () => {
  const { sender: from, receiver: to } = doorstepForm

  test('they can see who they are, set it up and log out, and nothing else until they have one', async () => {
    await open('required')
    const admin = await signedIn()
    expect((await admin.get('/api/users/me')).body.secondFactorNeeded).toBe(true)
    const refused = [
      await admin.get('/api/admin/users'),
      await admin.get('/api/admin/prices'),
      await admin.put('/api/users/updateuser', { name: 'Somebody Else' }),
      await admin.post('/api/support/messages', { name: 'A B', email: 'a@b.example', message: 'Hello' }),
      await admin.post('/api/users/second-factor/remove', { password: owner.password, code: '123456' }),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'second_factor_needed'])
    expect((await admin.get('/api/contact')).status).toBe((await product.stranger().get('/api/contact')).status)
    expect((await setUp(admin)).status).toBe(200)
    expect((await admin.get('/api/users/me')).body).not.toHaveProperty('secondFactorNeeded')
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    expect((await admin.get('/api/users/logout')).status).toBe(200)
  })

  test('a session that began before the rule is limited like a new one', async () => {
    await open('optional')
    const admin = await signedIn()
    expect((await admin.get('/api/users/me')).body).not.toHaveProperty('secondFactorNeeded')
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    await product.close()
    await open('required')
    const again = product.stranger({ authorization: `Bearer ${admin.cookie('tuma_session')}` })
    expect((await again.get('/api/users/me')).body.secondFactorNeeded).toBe(true)
    expect((await again.get('/api/admin/users')).body.code).toBe('second_factor_needed')
    expect((await again.get('/api/events')).body.code).toBe('bad_input')
  })

  test('an admin without one gets no events, except for the parcel whose tracking id they have', async () => {
    await open('required')
    const admin = await signedIn()
    const refused = await admin.get('/api/events')
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'bad_input', 'trackingId'])
    const { body } = await product.stranger().get('/api/events')
    expect(refused.body.code).toBe(body.code)
  })

  test('an admin’s events end when another admin removes it, before the next event is sent', async () => {
    await open('required', { LIVE_SESSION_CHECK_MS: '3600000' })
    const admin = await signedIn()
    await setUp(admin)
    const { amaniId, amani, password } = await anotherAdmin(admin)
    await setUp(amani, { ...owner, password })
    await admin.post('/api/admin/add-location', { locationName: from.location, pickupPoints: [from.dropoffAgent] })
    await admin.post('/api/admin/add-location', { locationName: to.pickupLocation, pickupPoints: ['A shop'] })
    await admin.post('/api/admin/prices', { place: to.pickupLocation, deliveryType: 'same-day', price: 350 })
    const [told, untold] = [await admin.listen('/api/events'), await amani.listen('/api/events')]
    expect((await admin.delete(`/api/admin/users/${amaniId}/second-factor`)).status).toBe(200)
    const parcel = await product.stranger().post('/api/doorstep/deliveries', doorstepForm)
    expect([parcel.status, parcel.body.code]).toEqual([201, undefined])
    await vi.waitUntil(() => told.events().length > 0, { timeout: 60_000 })
    await untold.ended
    expect([told.events(), untold.events()]).toEqual([[{ kind: 'delivery', id: parcel.body._id }], []])
    expect((await amani.get('/api/admin/users')).body.code).toBe('second_factor_needed')
    await told.stop()
  })

  test('an admin’s events end by themselves even when nothing changes', async () => {
    await open('required', { LIVE_SESSION_CHECK_MS: '100' })
    const admin = await signedIn()
    await setUp(admin)
    const { amaniId, amani, password } = await anotherAdmin(admin)
    await setUp(amani, { ...owner, password })
    const untold = await amani.listen('/api/events')
    await admin.delete(`/api/admin/users/${amaniId}/second-factor`)
    await untold.ended
  })
})
