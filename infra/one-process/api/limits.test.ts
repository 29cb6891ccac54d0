import { randomBytes } from 'node:crypto'
import type { Unsent } from '@tuma/contracts/api'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { doorstepForm, dukaniFee, dukaniForm, paid, paidByPrompt } from './parcels.ts'
import { openTestProduct } from './test-product.ts'
import type { Answer, Visitor } from './visitor.ts'

/** Opens a product with these limits; requests can come from any address. */
const limited = async (limits: Record<string, string>) => {
  let laterMs = 0
  const now = () => new Date(Date.now() + laterMs).toISOString()
  const product = await openTestProduct({ TRUSTED_PROXIES: '1', ...limits }, { now, randomBytes })
  onTestFinished(() => product.close())
  return {
    ...product,
    from: (address: string) => product.stranger({ 'x-forwarded-for': address }),
    /** Expects these unsent messages in the admin's list two minutes later. */
    async unsentAre(...expected: readonly string[]) {
      laterMs = 120_000
      const admin = await product.signedIn('admin')
      await vi.waitFor(async () => {
        const { body } = await admin.get('/api/admin/unsent')
        expect(body.map(({ template, reason }: Unsent) => `${template}: ${reason}`).sort()).toEqual(expected)
      }, 60_000)
    },
  }
}
const login = '/api/users/login'
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const times = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

describe('a person who guesses tracking ids', () => {
  const guess = (index: number) => `/api/agent/track/TM-0000-0000-000${index}`

  test('is stopped, also for right ids, and other people are not', async () => {
    const { from } = await limited({ TRACKING_MISSES_PER_QUARTER_HOUR: '3' })
    const { trackingId } = (await from('10.0.0.2').post('/api/doorstep/deliveries', doorstepForm)).body
    const track = (address: string) => from(address).get(`/api/agent/track/${trackingId}`)
    for (let hit = 0; hit < 5; hit += 1) expect((await track('10.0.0.1')).status).toBe(200)
    const guesses = await times(9, (index) => from('10.0.0.1').get(guess(index)))
    expect(statuses(guesses)).toEqual([404, 404, 404, 429, 429, 429, 429, 429, 429])
    const stopped = await track('10.0.0.1')
    expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many'])
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await track('10.0.0.2')).status).toBe(200)
  })

  test('from many addresses of one network, however these are written, counts as one', async () => {
    const { from } = await limited({ TRACKING_MISSES_PER_QUARTER_HOUR: '3' })
    const guessed = (addresses: readonly string[]) =>
      times(4, (index) => from(addresses[index] ?? '').get(guess(index)))
    const ofOneNetwork = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '[2001:db8:1:2::3]:443', '2001:DB8:1:2::4']
    expect(statuses(await guessed(ofOneNetwork))).toEqual([404, 404, 404, 429])
    const ofOneAddress = ['10.0.0.1', '::ffff:10.0.0.1', '10.0.0.1:4711', '::ffff:a00:1']
    expect(statuses(await guessed(ofOneAddress))).toEqual([404, 404, 404, 429])
    expect((await from('2001:db8:1:3::1').get(guess(0))).status).toBe(404)
  })
})

describe('a stranger who asks for missing things', () => {
  const paths = ['/api/payment/prompts/none', '/api/users/verify-email/none', '/api/nothing']

  test.each(paths)('is stopped after too many, from any address of their network: %s', async (path) => {
    const { from } = await limited({ TRACKING_MISSES_PER_QUARTER_HOUR: '1' })
    const asked = (address: string) => from(address).get(path)
    const missed = await times(8, () => asked('2001:db8:1:2::1'))
    expect(missed.map(({ status }) => status === 429).sort()).toEqual([...Array(5).fill(false), true, true, true])
    expect((await asked('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await asked('2001:db8:9:2::1')).status).not.toBe(429)
    expect((await from('2001:db8:1:2::1').get('/api/locations')).status).toBe(200)
  })
})

describe('a person who sends without an account and pays later', () => {
  const form = (sender: string, receiver: string, change: object = {}) => ({
    ...doorstepForm,
    sender: { ...doorstepForm.sender, phone: `0711 000 ${sender}` },
    receiver: { ...doorstepForm.receiver, phone: `0722 000 ${receiver}` },
    ...change,
  })
  const doorstep = '/api/doorstep/deliveries'

  test('is stopped after too many for a phone, whether they come one by one or all at once', async () => {
    const { from, signedIn } = await limited({ VISITOR_REQUESTS_PER_DAY: '2' })
    const pumped = await times(9, (index) => from(`10.0.1.${index}`).post(doorstep, form(`10${index}`, '999')))
    expect(statuses(pumped)).toEqual([201, 201, 429, 429, 429, 429, 429, 429, 429])
    expect((await from('10.0.0.1').post(doorstep, form('200', '201'))).status).toBe(201)
    const client = await signedIn('client')
    expect((await client.post(doorstep, form('200', '999'))).status).toBe(201)
  })

  test('is stopped after too many from an address', async () => {
    const { from } = await limited({ VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: '2' })
    const sent = await times(5, (index) => from('10.0.0.1').post(doorstep, form(`10${index}`, `20${index}`)))
    expect(statuses(sent)).toEqual([201, 201, 429, 429, 429])
    expect((await from('10.0.0.2').post(doorstep, form('300', '301'))).status).toBe(201)
  })

  test('gets refused requests back in the allowance of the address and of the phones', async () => {
    const { from } = await limited({ VISITOR_REQUESTS_PER_DAY: '1', VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: '2' })
    const visitor = from('10.0.0.1')
    for (let slip = 0; slip < 3; slip += 1)
      expect((await visitor.post(doorstep, form('100', '101', { deliveryFee: 1 }))).status).toBe(409)
    expect((await visitor.post(doorstep, form('100', '101'))).status).toBe(201)
    for (let more = 0; more < 3; more += 1) expect((await visitor.post(doorstep, form('102', '101'))).status).toBe(429)
    expect((await visitor.post(doorstep, form('102', '103'))).status).toBe(201)
  })
})

describe('a request that changes something', () => {
  test('is counted even where nothing is at its address, so the secret of a callback cannot be found by trying', async () => {
    const { from } = await limited({ POSTS_PER_MINUTE: '3', AT_CALLBACK_SECRET: 'a-secret-of-sixteen' })
    const tried = await times(5, (guess) =>
      from('10.0.0.1').post(`/api/callbacks/africastalking/guess-${guess}/opt-out`, {}),
    )
    expect(statuses(tried)).toEqual([404, 404, 404, 429, 429])
    const elsewhere = await times(5, (guess) => from('10.0.0.2').post(`/api/nothing/${guess}`, {}))
    expect(statuses(elsewhere)).toEqual([404, 404, 404, 429, 429])
    expect((await from('10.0.0.1').get('/api/nothing')).status).toBe(404)
  })

  test('is counted when its address claims to be others, and reading is not', async () => {
    const { stranger } = await limited({ POSTS_PER_MINUTE: '4', TRUSTED_PROXIES: '0' })
    const asked = [
      ['POST', login],
      ['PUT', '/api/users/resetpassword/none'],
      ['POST', login],
      ['DELETE', '/api/admin/users/none'],
      ['PUT', '/api/users/resetpassword/none'],
    ] as const
    const answers: Answer[] = []
    for (const [index, [method, path]] of asked.entries()) {
      const headers = { 'x-forwarded-for': `10.0.0.${index}` }
      answers.push(await stranger(headers).ask(method, path, method === 'DELETE' ? undefined : {}))
    }
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 401, 429])
    expect(answers[4]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await stranger().get('/api/locations')).status).toBe(200)
  })

  test('is counted for each account, with a limit five times as high', async () => {
    const { signedIn, stranger } = await limited({ POSTS_PER_MINUTE: '2' })
    const [client, agent] = [await signedIn('client'), await signedIn('agent.cbd')]
    const changes = await times(12, () => client.put('/api/users/updateuser', {}))
    expect(statuses(changes)).toEqual([...Array(10).fill(200), 429, 429])
    expect((await agent.put('/api/users/updateuser', {})).status).toBe(200)
    expect((await stranger().post(login, {})).status).toBe(429)
  })

  test('is never refused to a person who has paid, but is to one who only says so', async () => {
    const { from } = await limited({ POSTS_PER_MINUTE: '2', VISITOR_REQUESTS_PER_DAY: '0' })
    const visitor = from('10.0.0.1')
    const dukani = (paymentReferenceId?: string) =>
      visitor.post('/api/dukani/deliveries', { ...dukaniForm, paymentReferenceId })
    const first = await paid(visitor, dukaniFee)
    const second = await paid(visitor, 350)
    expect((await visitor.post(login, {})).status).toBe(429)
    expect((await dukani('PAY-999999')).status).toBe(429)
    expect((await visitor.post('/api/doorstep/deliveries', doorstepForm)).status).toBe(429)
    expect((await dukani(first)).status).toBe(201)
    const paidNow = { ...doorstepForm, paymentMethod: 'payNow', paymentReferenceId: second, productPrice: 0 }
    expect((await visitor.post('/api/doorstep/deliveries', paidNow)).status).toBe(201)
  })
})

describe('an SMS for requests beyond the limits', () => {
  const change = { sender: '0711 000 100', receiver: '0722 000 100' }
  /** With `handset`, M-Pesa itself confirms the payment; otherwise only a pasted message does. */
  const dukani = async (who: Visitor, phones: Partial<typeof change> & { readonly handset?: Visitor } = {}) => {
    const { sender, receiver, handset } = { ...change, ...phones }
    return who.post('/api/dukani/deliveries', {
      ...dukaniForm,
      sender: { ...dukaniForm.sender, phoneNumber: sender },
      receiver: { ...dukaniForm.receiver, phoneNumber: receiver },
      paymentReferenceId: await (handset ? paidByPrompt(who, handset, dukaniFee) : paid(who, dukaniFee)),
    })
  }
  const doorstep = (who: Visitor, phones: Partial<typeof change> = {}, more: object = {}) => {
    const { sender, receiver } = { ...change, ...phones }
    return who.post('/api/doorstep/deliveries', {
      ...doorstepForm,
      sender: { ...doorstepForm.sender, phone: sender },
      receiver: { ...doorstepForm.receiver, phone: receiver },
      ...more,
    })
  }

  test('is held where a visitor has paid, to that phone only, until a shop has the parcel', async () => {
    const { from, stranger, unsentAre, signedIn, messageTo } = await limited({ VISITOR_REQUESTS_PER_DAY: '1' })
    const handset = stranger()
    expect((await dukani(from('10.0.0.1'), { handset })).status).toBe(201)
    const second = await dukani(from('10.0.0.2'), { sender: '0711 000 200', handset })
    expect(second.status).toBe(201)
    const told = new RegExp(second.body.trackingId)
    await messageTo('0711000200', told)
    await unsentAre('requestedToReceiver: too-many-to-phone')
    const { _id: id, trackingId } = second.body
    const [held] = (await (await signedIn('admin')).get('/api/admin/unsent')).body
    expect(held.parcel).toEqual({ id, trackingId, deliveryType: 'parcelDukani' })
    const agent = await signedIn('agent.cbd')
    expect((await agent.put(`/api/agent/update-status/${second.body._id}`, { status: 'uncollected' })).status).toBe(200)
    await messageTo('0722000100', told)
    await unsentAre()
  })

  test('is held to both people where too many were paid from one address', async () => {
    const { from, stranger, unsentAre, messageTo } = await limited({ VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: '1' })
    const handset = stranger()
    expect((await dukani(from('10.0.0.1'), { handset })).status).toBe(201)
    const phones = { sender: '0711 000 200', receiver: '0722 000 200', handset }
    expect((await dukani(from('10.0.0.1'), phones)).status).toBe(201)
    const third = await dukani(from('10.0.0.2'), { sender: '0711 000 300', receiver: '0722 000 300', handset })
    await messageTo('0722000300', new RegExp(third.body.trackingId))
    await unsentAre('requestedToReceiver: too-many-from-address', 'requestedToSender: too-many-from-address')
  })

  test('waits for the parcel where a visitor has only pasted a message, and no admin needs to look', async () => {
    const { from, unsentAre, signedIn, messageTo } = await limited({})
    const { body } = await dukani(from('10.0.0.1'))
    expect(body.smsAtHandIn).toBe(true)
    await unsentAre()
    const agent = await signedIn('agent.cbd')
    await agent.put(`/api/agent/update-status/${body._id}`, { status: 'uncollected' })
    await messageTo('0711000100', new RegExp(`we have your parcel ${body.trackingId}`))
    await messageTo('0722000100', new RegExp(`sending you a parcel.*${body.trackingId}`))
  })

  test('waits for a rider where a visitor pays on delivery', async () => {
    const { from, unsentAre, signedIn, messageTo } = await limited({})
    const { body } = await doorstep(from('10.0.0.1'))
    expect(body.smsAtHandIn).toBe(true)
    await unsentAre()
    const agent = await signedIn('agent.cbd')
    const [rider] = (await agent.get('/api/admin/all')).body
    expect((await agent.put(`/api/doorstep/assign-rider/${body._id}`, { riderId: rider._id })).status).toBe(200)
    await messageTo('0722000100', new RegExp(`sending you a parcel.*${body.trackingId}`))
  })

  test('is held where one account has sent too many unpaid parcels, and is sent for those that it pays for', async () => {
    const { signedIn, unsentAre, messageTo } = await limited({ ACCOUNT_UNPAID_PER_DAY: '1' })
    const client = await signedIn('client')
    expect((await doorstep(client, {}, { deliveryFee: 1 })).status).toBe(409)
    expect((await doorstep(client)).status).toBe(201)
    expect((await doorstep(client, { receiver: '0722 000 200' })).status).toBe(201)
    const paidOne = await dukani(client, { receiver: '0722 000 300' })
    await messageTo('0722000300', new RegExp(paidOne.body.trackingId))
    await unsentAre('requestedToReceiver: too-many-of-account', 'requestedToSender: too-many-of-account')
  })

  test('is held to a phone that accounts have sent too many to, and an account’s own phone has no limit', async () => {
    const { signedIn, unsentAre, messageTo } = await limited({ ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: '1' })
    const [client, agent] = [await signedIn('client'), await signedIn('agent.cbd')]
    const { phone: sender } = (await client.get('/api/users/me')).body
    expect((await doorstep(client, { sender })).status).toBe(201)
    expect((await doorstep(client, { sender, receiver: '0722 000 200' })).status).toBe(201)
    const held = await doorstep(agent, { sender: '0711 000 300' })
    expect(held.status).toBe(201)
    await messageTo('0711000300', new RegExp(held.body.trackingId))
    await unsentAre('requestedToReceiver: too-many-to-phone')
  })

  test('is sent at once in a demonstration', async () => {
    const { signedIn, unsentAre, messageTo } = await limited({})
    const client = await signedIn('client')
    const requests = await times(7, () => doorstep(client))
    for (const { body } of requests) await messageTo('0722000100', new RegExp(body.trackingId))
    await unsentAre()
  })
})

describe('mails', () => {
  const person = { name: 'Baraka Mwita', phone: '0711222333', password: 'not easily guessed' }

  test('go to one address only so often, however it is written and whichever person asks', async () => {
    const { from, signedIn } = await limited({ MAILS_PER_QUARTER_HOUR: '3' })
    const written = ['victim@mail.example', 'vic\u00adtim@mail.example', 'VICTIM@mail.example', 'ｖictim@mail.example']
    const register = (email: string, index: number) =>
      from(`10.0.0.${index}`).post('/api/users/register', { ...person, email, username: `v${index}` })
    const answers: Answer[] = []
    for (const [index, email] of written.entries()) answers.push(await register(email, index))
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true])
    const change = (await signedIn('client')).put('/api/users/updateuser', { email: 'victim\u200b@mail.example' })
    expect((await change).status).toBe(429)
    expect((await register('other@mail.example', 9)).status).toBe(201)
  })

  test('can be asked for by one account only so often, whichever address they go to', async () => {
    const { signedIn } = await limited({ MAILS_PER_QUARTER_HOUR: '3' })
    const client = await signedIn('client')
    const asked = await times(6, (index) =>
      client.put('/api/users/updateuser', { email: `stranger${index}@mail.example` }),
    )
    expect(statuses(asked).filter((status) => status === 429)).toHaveLength(3)
    expect((await client.put('/api/users/updateuser', { name: 'Wanjiku Kamau' })).status).toBe(200)
  })

  test('can be asked for from one network only so often, registrations and resets apart, whichever address they go to', async () => {
    const { from } = await limited({ MAILS_PER_QUARTER_HOUR_FROM_ADDRESS: '3' })
    const asked = (address: string, index: number) =>
      from(address).post('/api/users/register', {
        ...person,
        email: `person${index}@mail.example`,
        username: `person${index}`,
      })
    expect(statuses(await times(6, (index) => asked('10.0.0.1', index)))).toEqual([201, 201, 201, 429, 429, 429])
    expect((await asked('10.0.0.2', 9)).status).toBe(201)
    const reset = () => from('10.0.0.1').post('/api/users/forgotpassword', { email: 'client@tuma.test' })
    expect(statuses(await times(5, reset))).toEqual([200, 200, 200, 429, 429])
  })

  test('go to no address that mail headers read as something else', async () => {
    const { stranger } = await limited({})
    const odd = [
      '<victim@mail.example>',
      '"v"@mail.example',
      'a,b@mail.example',
      'víctim@mail.example',
      'v@@mail.example',
    ]
    for (const email of odd) {
      const { body, status } = await stranger().post('/api/users/register', { ...person, email, username: 'odd' })
      expect([email, status, body.field]).toEqual([email, 400, 'email'])
    }
  })
})
