import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const newcomer = {
  name: 'Zawadi Mwende',
  username: 'zawadi',
  email: 'Zawadi@tuma.test',
  phone: '0711 333 444',
  password: 'tuma-demo',
}
const login = { email: 'client@tuma.test', password: 'tuma-demo' }

describe('from registration to logout', () => {
  test('an account is verified by the link in its mail before it can log in', async () => {
    const zawadi = product.stranger()
    const registered = await zawadi.post('/api/users/register', { ...newcomer, role: 'admin' })
    expect(registered.status).toBe(201)
    expect(registered.body.message).toBe('Registration successful! Please verify your email before logging in.')

    const credentials = { email: 'zawadi@tuma.test', password: newcomer.password }
    const early = await zawadi.post('/api/users/login', credentials)
    expect(early.status).toBe(403)
    expect(early.body).toMatchObject({
      code: 'not_verified',
      message: 'Please verify your email before logging in.',
      isVerified: false,
    })

    const token = await product.linkTo(newcomer.email, 'verify-email')
    expect((await zawadi.get(`/api/users/verify-email/${token}`)).status).toBe(200)
    expect((await zawadi.get(`/api/users/verify-email/${token}`)).status).toBe(200)

    const { status, body } = await zawadi.post('/api/users/login', credentials)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      username: 'zawadi',
      phone: '254711333444',
      role: 'user',
      isVerified: true,
      points: 0,
      token: expect.any(String),
    })
    expect(JSON.stringify(body)).not.toContain(newcomer.password)
    expect((await zawadi.get('/api/users/me')).body).toMatchObject({ username: 'zawadi', email: newcomer.email })
  })

  test('the session is in a cookie that scripts and other sites cannot read, or in a bearer token', async () => {
    const person = product.stranger()
    const { headers, body } = await person.post('/api/users/login', login)
    const [cookie = ''] = headers.getSetCookie()
    expect(cookie).toMatch(/^tuma_session=\S+; Max-Age=43\d{3}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(headers.get('cache-control')).toBe('no-store')

    const kept = await person.post('/api/users/login', { ...login, keepSignedIn: true })
    expect(kept.headers.getSetCookie()[0]).toMatch(/Max-Age=2(591999|592000);/)

    const elsewhere = product.stranger({ authorization: `Bearer ${body.token}` })
    expect((await elsewhere.get('/api/users/me')).body.username).toBe('wanjiku')
  })

  test('logging out ends the session everywhere, and a second logout does no harm', async () => {
    const person = product.stranger()
    const { body } = await person.post('/api/users/login', login)
    const elsewhere = product.stranger({ authorization: `Bearer ${body.token}` })
    expect((await person.get('/api/users/logout')).status).toBe(200)
    expect(person.cookie('tuma_session')).toBeUndefined()
    expect((await elsewhere.get('/api/users/me')).body.code).toBe('not_signed_in')
    expect((await person.get('/api/users/logout')).status).toBe(200)
    expect((await elsewhere.get('/api/users/logout')).status).toBe(200)
  })
})

describe('an e-mail address that several people register', () => {
  const register = (more: object) => product.stranger().post('/api/users/register', { ...newcomer, ...more })
  const login = (email: string, password: string) => product.stranger().post('/api/users/login', { email, password })

  test('is answered like a free one when it is taken, also at the login, and its owner gets a mail', async () => {
    const asked = async (email: string, username: string) => {
      const answers = [
        await register({ email, username, password: 'a stranger’s' }),
        await register({ email, username, password: 'a stranger’s' }),
        await register({ email: `${username}@elsewhere.test`, username }),
        await login(email, 'a stranger’s'),
        await login(email, 'a guess'),
        await product.stranger().post('/api/users/forgotpassword', { email }),
      ]
      return answers.map(({ status, body }) => ({ status, body }))
    }
    const taken = await asked('CLIENT@tuma.test', 'stranger-a')
    expect(taken).toEqual(await asked('free@tuma.test', 'stranger-b'))
    expect(taken.map(({ status }) => status)).toEqual([201, 201, 409, 403, 401, 200])

    const { text, subject } = await product.messageTo('CLIENT@tuma.test', /tried to register/)
    expect(subject).toBe('Your email was used at Tuma')
    expect(text).toContain('username "wanjiku"')
    expect(text).not.toMatch(/verify-email|stranger-a/)
  })
})

describe('people change their own account', () => {
  const user = (person: Visitor) => person.get('/api/users/me').then(({ body }) => body)

  test('by cookie or bearer token: only what they send, and the answer is the account', async () => {
    const person = await product.registered('neema')
    const before = await user(person)
    const moved = await person.put('/api/users/updateuser', { location: 'Kasarani', phone: '0722 111 222' })
    expect(moved.body).toEqual({ ...before, location: 'Kasarani', phone: '254722111222' })

    const bearer = product.stranger({ authorization: `Bearer ${person.cookie('tuma_session')}` })
    const renamed = await bearer.put('/api/users/updateuser', { name: 'Neema Chebet', location: '', role: 'admin' })
    expect(renamed.body).toEqual({ ...moved.body, name: 'Neema Chebet', location: renamed.body.location })
    expect(renamed.body.location || null).toBeNull()
    expect(await user(person)).toEqual(renamed.body)
  })

  test.each([
    ['403 password_needed', { email: 'neema.other@tuma.test' }, 'password'],
    ['403 password_wrong', { email: 'neema.other@tuma.test', password: 'tuma-dem0' }, 'password'],
    ['400 bad_input', { name: 'Neema' }, 'name'],
    ['400 bad_input', { phone: '12' }, 'phone'],
    ['400 bad_input', { email: { $ne: '' } }, 'email'],
    ['400 bad_input', { address: 'x'.repeat(10_000) }, 'address'],
  ])('with %s for %j', async (refusal, change, field) => {
    const person = await product.signedIn('neema')
    const { status, body } = await person.put('/api/users/updateuser', change)
    expect([`${status} ${body.code}`, body.field]).toEqual([refusal, field])
  })
})

describe('a person who has forgotten the password', () => {
  const forgot = '/api/users/forgotpassword'

  test('gets a link that works once, and ends every session', async () => {
    const before = await product.registered('hamisi')
    const asked = await product.stranger().post(forgot, { email: 'HAMISI@tuma.test' })
    expect([asked.status, asked.body]).toEqual([200, { message: 'Reset link sent to your email.' }])

    const reset = `/api/users/resetpassword/${await product.linkTo('hamisi@tuma.test', 'resetpassword')}`
    expect((await product.stranger().put(reset, { password: '12345' })).body).toMatchObject({
      code: 'bad_input',
      message: 'Minimum 6 characters',
      field: 'password',
    })
    const done = await product.stranger().put(reset, { password: 'a new one' })
    expect([done.status, done.body]).toEqual([200, { message: 'Password reset successfully. Redirecting to login...' }])
    expect((await before.get('/api/users/me')).body.code).toBe('not_signed_in')
    const login = { email: 'hamisi@tuma.test', password: 'a new one' }
    expect((await product.stranger().post('/api/users/login', login)).status).toBe(200)
    const again = await product.stranger().put(reset, { password: 'another one' })
    expect([again.status, again.body.code]).toEqual([400, 'link_invalid'])
  })
})

test('a login that is sent again with its key still needs the password', async () => {
  const headers = { 'idempotency-key': 'login-once' }
  const first = await product.stranger().post('/api/users/login', login, { headers })
  const again = await product.stranger().post('/api/users/login', login, { headers })
  expect([first.status, again.status]).toEqual([200, 200])
  const guessed = await product.stranger().post('/api/users/login', { ...login, password: 'tuma-dem0' }, { headers })
  expect([guessed.status, guessed.body.code, guessed.body.token]).toEqual([401, 'invalid_credentials', undefined])
})

describe('is refused', () => {
  test.each([
    ['name', 'Zawadi', 'Please enter both your first and last name.'],
    ['password', '12345', 'Minimum 6 characters'],
    ['phone', '12', 'Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx'],
    ['email', 'zawadi', 'Please enter a valid email address.'],
    ['username', 'za wadi', 'A username has letters, digits, dots, hyphens and underscores only.'],
    ['name', undefined, 'Full name is required.'],
  ])('a registration whose %s is %s, with the sentence of the form', async (field, value, message) => {
    const { status, body } = await product.stranger().post('/api/users/register', { ...newcomer, [field]: value })
    expect(status).toBe(400)
    expect(body).toEqual({ defined: true, status: 400, code: 'bad_input', message, field, data: { field } })
  })
})
