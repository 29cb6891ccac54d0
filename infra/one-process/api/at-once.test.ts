import type { KeptMessage } from '@tuma/contracts/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Answer } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const many = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
const outcomes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 300 ? `${status}` : `${status} ${body.code}`)).sort()
const verify = '/api/payment/verify-payment'

describe('one payment', () => {
  const { productPrice: _, ...door } = doorstepForm
  const payNow = { ...door, paymentMethod: 'payNow' as const }

  test.each(['a visitor', 'a client'])(
    'that %s uses for twenty parcels of both kinds at once pays for one',
    async (who) => {
      const payer = who === 'a client' ? fixtures.client : product.stranger()
      const paymentReferenceId = await paid(payer, 5000)
      const ofAll = async () =>
        Number((await fixtures.admin.get('/api/admin/deliveries?limit=1')).headers.get('x-total-count'))
      const before = await ofAll()
      const answers = await many(20, (index) => {
        const parcel = { paymentReferenceId, parcelDescription: `Parcel ${index}` }
        return index % 2
          ? payer.post('/api/doorstep/deliveries', { ...payNow, ...parcel })
          : payer.post('/api/dukani/deliveries', { ...dukaniForm, ...parcel })
      })
      expect(outcomes(answers)).toEqual(['201', ...Array(19).fill('409 payment_used')])
      expect(await ofAll()).toBe(before + 1)
    },
  )

  test('that is sent with one parcel many times at once makes one parcel, and each answer names it', async () => {
    const payer = product.stranger()
    const form = { ...dukaniForm, paymentReferenceId: await paid(payer, dukaniFee) }
    const answers = await many(20, () => payer.post('/api/dukani/deliveries', form))
    expect(outcomes(answers)).toEqual(Array(20).fill('201'))
    expect(new Set(answers.map(({ body }) => body.trackingId)).size).toBe(1)
  })
})

describe('one M-Pesa message', () => {
  const spellings: readonly ((message: string) => string)[] = [
    (message) => message,
    (message) => message.toLowerCase(),
    (message) => message.toUpperCase(),
    (message) => `  ${message}\n\n`,
    (message) => message.replaceAll(' ', '  '),
    (message) => message.replaceAll(' ', '\u00a0'),
    (message) => message.replaceAll(' ', '\t'),
    (message) => message.replaceAll(' ', '\r\n'),
    (message) => message.replaceAll('Ksh', 'Ksh '),
    (message) => message.replaceAll('Ksh', 'KSH'),
    (message) => message.replace('.00', ''),
    (message) => `Congratulations! ${message}`,
    (message) => message.replace(/ New M-PESA.*/, ''),
    (message) => message.replace('Confirmed.', 'confirmed'),
  ]
  const messageOver = async (amount: number): Promise<string> => {
    const headers = { accept: 'application/json' }
    return (await product.stranger().get(`/dev/mpesa-message?amount=${amount}`, { headers })).body.message
  }
  const claim = (mpesaMessage: string, index: number) =>
    product.stranger().post(verify, {
      paymentReferenceId: `PAY-${600_000 + index}`,
      senderName: `Mtu Namba ${String.fromCharCode(65 + index)}`,
      mpesaMessage,
    })

  test('that many visitors paste at once, each with another spelling, belongs to one of them', async () => {
    const message = await messageOver(5000)
    const answers = await many(spellings.length, (index) =>
      claim((spellings[index] as (typeof spellings)[0])(message), index),
    )
    const verdicts = answers.map(({ body }) => (body.success ? 'taken' : body.code)).sort()
    expect(verdicts).toEqual([...Array(spellings.length - 1).fill('already_used'), 'taken'])
  })

  test.each([
    ['a Cyrillic letter', (code: string) => `У${code.slice(1)}`],
    ['an Arabic digit', (code: string) => `${code.slice(0, -1)}٣`],
  ])('whose code has %s in it is not recognised, so it does not name another payment', async (_what, change) => {
    const message = await messageOver(5000)
    const answer = await claim(message.replace(/^\S+/, change), 0)
    expect(answer.body).toMatchObject({ success: false, code: 'not_mpesa' })
  })

  test.each([
    ['an invisible space', (code: string) => `${code.slice(0, 4)}\u200b${code.slice(4)}`],
    [
      'full-width letters',
      (code: string) => code.replace(/./g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
    ],
  ])('whose code has %s in it is the same payment, and taken once', async (_what, change) => {
    const message = await messageOver(5000)
    expect((await claim(message, 0)).body).toMatchObject({ success: true })
    const answer = await claim(message.replace(/^\S+/, change), 1)
    expect(answer.body).toMatchObject({ success: false, code: 'already_used' })
  })
})

describe('five of the same under one key, at once', () => {
  const outbox = async (): Promise<KeptMessage[]> =>
    (await product.stranger({ accept: 'application/json' }).get('/dev/outbox')).body

  test('registrations make one account, which gets one mail', async () => {
    const email = 'mara.moja@tuma.test'
    const form = { name: 'Mara Moja', username: 'mara-moja', email, phone: '0711333444', password: 'tuma-demo' }
    const headers = { 'idempotency-key': 'register-at-once' }
    const answers = await many(5, () => product.stranger().post('/api/users/register', form, { headers }))
    expect(outcomes(answers)).toEqual(Array(5).fill('201'))
    const token = await product.linkTo(email, 'verify-email')
    // By now earlier requests have sent their mails, so a second mail would be visible.
    await product.registered('after-mara')
    expect((await outbox()).filter(({ to }) => to === email)).toHaveLength(1)
    expect((await product.stranger().get(`/api/users/verify-email/${token}`)).status).toBe(200)
    const found = await fixtures.admin.get('/api/admin/users?search=mara.moja')
    expect(found.body).toHaveLength(1)
  })

  test('logins make one session', async () => {
    const headers = { 'idempotency-key': 'login-at-once' }
    const login = { email: 'client@tuma.test', password: 'tuma-demo' }
    const answers = await many(5, () => product.stranger().post('/api/users/login', login, { headers }))
    expect(outcomes(answers)).toEqual(Array(5).fill('200'))
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  })

  test('riders make one rider', async () => {
    const headers = { 'idempotency-key': 'rider-at-once' }
    const rider = { name: 'Mara Moja', phone: '0711777123' }
    const answers = await many(5, () => fixtures.admin.post('/api/admin/add', rider, { headers }))
    expect(new Set(outcomes(answers)).size).toBe(1)
    const riders = (await fixtures.admin.get('/api/admin/all')).body
    expect(riders.filter(({ name }: { name: string }) => name === rider.name)).toHaveLength(1)
  })
})

test('one username that ten people ask for at once goes to one of them', async () => {
  const form = { name: 'Jina Moja', username: 'jina-moja', phone: '0711333444', password: 'tuma-demo' }
  const answers = await many(10, (index) =>
    product.stranger().post('/api/users/register', { ...form, email: `jina.${index}@tuma.test` }),
  )
  expect(outcomes(answers)).toEqual(['201', ...Array(9).fill('409 username_taken')])
})

test('a step that four agents press at once, with a key and without, appears once in the history', async () => {
  const parcel = await fixtures.dukani()
  const steps = [
    [fixtures.cbd, 'update-status'],
    [fixtures.cbd, 'update-intransit'],
    [fixtures.thika, 'update-received'],
  ] as const
  for (const [agent, step] of steps) {
    const answers = await many(4, (index) => {
      const headers = index % 2 ? { 'idempotency-key': `${step} of ${parcel._id}` } : undefined
      return agent.put(`/api/agent/${step}/${parcel._id}`, {}, headers ? { headers } : {})
    })
    expect([step, outcomes(answers)]).toEqual([step, Array(4).fill('200')])
  }
  const getHistory = async ({ _id }: Parcel): Promise<string[]> =>
    (await fixtures.admin.get(`/api/admin/deliveries/${_id}/history`)).body.map(({ type }: { type: string }) => type)
  expect(await getHistory(parcel)).toEqual(await getHistory(await fixtures.dukani('delivered')))
})
