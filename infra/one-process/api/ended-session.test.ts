import { accountHeader, asSignedIn, webAppHeader } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const doorstep = '/api/doorstep/deliveries'
const login = { email: 'client@tuma.test', password: 'tuma-demo' }

/** A browser that still has the cookie of a session that was ended on another device. */
const leftBehind = async () => {
  const person = await product.signedIn('client')
  const authorization = `Bearer ${person.cookie('tuma_session')}`
  await product.stranger({ authorization }).get('/api/users/logout')
  return { person, authorization }
}

describe('a parcel that is sent under a session that has ended', () => {
  test('is refused, and the browser forgets the session, so that the sender can go on as a guest', async () => {
    const { person } = await leftBehind()
    const refused = await person.post(doorstep, doorstepForm)
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
    expect([person.cookie('tuma_session'), person.cookie('tuma_signed_in')]).toEqual([undefined, undefined])
    expect((await person.post(doorstep, doorstepForm)).status).toBe(201)
  })

  test('is refused when the browser has lost the cookie but its page still shows who is signed in', async () => {
    const asTheyThink = { headers: { [webAppHeader]: asSignedIn } }
    const refused = await product.stranger().post(doorstep, doorstepForm, asTheyThink)
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
    expect((await product.stranger().post(doorstep, doorstepForm)).status).toBe(201)
    const client = await product.signedIn('client')
    expect((await client.post(doorstep, doorstepForm, asTheyThink)).status).toBe(201)
  })

  test('is refused with a bearer token too, and the cookies of another session stay', async () => {
    const { authorization } = await leftBehind()
    const person = await product.signedIn('client')
    const refused = await person.post(doorstep, doorstepForm, { headers: { authorization } })
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
    expect((await person.get('/api/users/me')).status).toBe(200)
  })
})

describe('a step that one account has saved on a phone, and that is sent when another one is signed in there,', () => {
  const saved = async (account: string) => {
    const person = await product.signedIn('client')
    const answer = await person.post(doorstep, doorstepForm, { headers: { [accountHeader]: account } })
    return { person, answer }
  }

  test('is refused as without a session, and the session of the other one stays', async () => {
    const { person, answer } = await saved('somebody-else')
    expect([answer.status, answer.body.code, answer.headers.getSetCookie()]).toEqual([401, 'not_signed_in', []])
    expect((await person.get('/api/users/me')).status).toBe(200)
    const asGuest = await product.stranger().post(doorstep, doorstepForm, { headers: { [accountHeader]: 'somebody' } })
    expect([asGuest.status, asGuest.body.code]).toEqual([401, 'not_signed_in'])
  })

  test('is taken once its own account is signed in', async () => {
    const person = await product.signedIn('client')
    const { body } = await person.get('/api/users/me')
    expect((await saved(body._id)).answer.status).toBe(201)
  })
})

test.each([
  ['logging in', 'POST', '/api/users/login', login, 200],
  ['asking for a reset', 'POST', '/api/users/forgotpassword', { email: 'nobody.there@tuma.test' }, 200],
  ['a link that is none', 'GET', '/api/users/verify-email/garbage', undefined, 400],
  ['a reset link that is none', 'PUT', '/api/users/resetpassword/garbage', { password: 'another one' }, 400],
  ['logging out', 'GET', '/api/users/logout', undefined, 200],
] as const)('%s works the same with an ended session', async (_what, method, path, body, status) => {
  const { person } = await leftBehind()
  expect((await person.ask(method, path, body)).status).toBe(status)
})

test('registering works the same with an ended session', async () => {
  const { person } = await leftBehind()
  const newcomer = { name: 'Zawadi Mwende', username: 'zawadi', email: 'zawadi@tuma.test', phone: '0711333444' }
  expect((await person.post('/api/users/register', { ...newcomer, password: 'tuma-demo' })).status).toBe(201)
})
