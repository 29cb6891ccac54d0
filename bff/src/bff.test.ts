import { webAppHeader } from '@tuma/contracts/vocabulary'
import { reportBehind } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import { ServiceFault } from '@tuma/platform/runtime'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Services } from './dependencies.ts'
import { openBffWith } from './testing/bff-with.ts'

/** Services that all fail in one way. Tests with working services run on the whole product. */
const failing = (error: Error): Services => {
  const service = new Proxy({}, { get: () => () => Promise.reject(error) })
  return { identity: service, delivery: service, payment: service, revenue: service, notification: service } as Services
}

const open = async (services: Services, environment: Record<string, string> = {}) => {
  const logged: { requestId: string; call: string; err: Error }[] = []
  const hear = (facts: object) => void logged.push(facts as (typeof logged)[number])
  const { url, close } = await openBffWith(services, environment, hear)
  onTestFinished(close)
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
  }
  const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, undefined, headers)
  return { get, send, logged }
}

const signedIn = { authorization: 'Bearer token' }
const away = new EngineAway('no connection to 10.0.0.7')

describe('a change that the session’s cookie authenticates', () => {
  const cookie = 'tuma_session=token'
  const tried = async (headers: Record<string, string>) => {
    const { get, send } = await open(failing(away))
    const answers = [await get('/users/logout', headers), await send('PUT', '/users/updateuser', {}, headers)]
    return answers.map(({ body }) => body.code)
  }
  const refused = ['not_the_web_app', 'not_the_web_app']
  /** The calls to identity, which is asked for the session's user and is away. */
  const heard = ['away', 'away']

  test('must come from our web app where the browser does not say who asks', async () => {
    expect(await tried({ cookie })).toEqual(refused)
    expect(await tried({ cookie, authorization: 'Basic dG9rZW4=' })).toEqual(refused)
    expect(await tried({ cookie, [webAppHeader]: '1' })).toEqual(heard)
  })

  test('is refused where the browser or the origin names another site, whatever else it carries', async () => {
    const others: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]
    for (const site of others)
      expect(await tried({ cookie, [webAppHeader]: '1', ...site })).toEqual(['cross_site', 'cross_site'])
  })

  test('needs nothing more where the browser says that it is ours, or with a bearer token', async () => {
    expect(await tried({ cookie, 'sec-fetch-site': 'same-origin' })).toEqual(heard)
    expect(await tried({ cookie, ...signedIn })).toEqual(heard)
  })
})

test('the contact answer names the pages that this installation has elsewhere, and no others', async () => {
  const SOCIAL_WHATSAPP = 'https://wa.me/254700123456'
  const getContact = async (settings: Record<string, string>) => {
    const { get } = await open(failing(away), settings)
    return (await get('/contact')).body
  }
  expect(await getContact({ SOCIAL_WHATSAPP, SOCIAL_X: '' })).toMatchObject({ social: { whatsapp: SOCIAL_WHATSAPP } })
  expect(await getContact({})).not.toHaveProperty('social')
  await expect(getContact({ SOCIAL_X: 'javascript:alert(1)' })).rejects.toThrow('must be an https address')
})

test('while identity is away no user is signed in, and public calls still work', async () => {
  const { identity } = failing(away)
  const { get } = await open({ ...failing(new Error('not asked')), identity })
  expect((await get('/contact', signedIn)).status).toBe(200)
  const me = await get('/users/me', signedIn)
  expect(me.status).toBe(503)
  expect(me.body).toMatchObject({ code: 'away', message: expect.stringContaining('not available right now') })
  expect((await get('/users/me')).body.code).toBe('not_signed_in')
  expect((await get('/users/logout', signedIn)).status).toBe(503)
})

test('while identity is away a signed-in person’s request is refused, because it would be recorded without its owner', async () => {
  const { identity } = failing(away)
  const { send, logged } = await open({ ...failing(new Error('it was asked')), identity })
  const message = { name: 'Wanjiku Kamau', email: 'wanjiku@tuma.test', message: 'Where is it?' }
  const refused = await send('POST', '/support/messages', message, signedIn)
  expect([refused.status, refused.body.code, logged]).toEqual([503, 'away', []])
  const taken = await send('POST', '/support/messages', message)
  expect([taken.status, logged[0]?.err.message]).toEqual([500, 'it was asked'])
})

test('a change while a read model is behind gets a header that says so', async () => {
  const behind = async () => {
    reportBehind()
    return {}
  }
  const notification = new Proxy({}, { get: () => behind })
  const { send } = await open({ ...failing(away), notification } as Services)
  const message = { name: 'Wanjiku Kamau', email: 'wanjiku@tuma.test', message: 'Where is it?' }
  const answer = await send('POST', '/support/messages', message)
  expect([answer.status, answer.headers.get('x-behind')]).toEqual([201, '1'])
  const nothing = await send('GET', '/contact')
  expect([nothing.status, nothing.headers.get('x-behind')]).toEqual([200, null])
})

test('a call to a service that is away is answered with 503, without the service’s address', async () => {
  const { get, logged } = await open(failing(away))
  const { status, body } = await get('/locations')
  expect([status, body.code]).toEqual([503, 'away'])
  expect(JSON.stringify(body)).not.toContain('10.0.0.7')
  expect(logged).toEqual([])
})

test.each([
  ['a fault', new TypeError('secret detail')],
  ['a service’s fault', new ServiceFault('secret detail')],
  ['a refusal that no catalogue has', Object.assign(new Error('secret detail'), { name: 'Refused', code: 'odd' })],
])('%s is answered without detail and found in the log under the request’s id', async (_what, error) => {
  const { get, logged } = await open(failing(error))
  const { status, headers, body } = await get('/locations')
  expect(status).toBe(500)
  expect(body).toMatchObject({ code: 'fault', message: 'Something went wrong on our side. Please try again.' })
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(logged).toEqual([{ err: error, call: 'locations.prices', requestId: headers.get('x-request-id') }])
})

const admin = { _id: 'a1', username: 'njeri', role: 'admin', location: null, address: null } as const
const parkedAt = (minute: number, topic: string) => ({
  ...{ id: `${minute}`, topic, group: 'g', key: 'k', type: 't', reason: 'because' },
  parkedAt: `2026-11-21T09:0${minute}:00.000Z`,
})
/** Services that have given up on some messages, as an admin sees them. */
const listening = (parked: Record<string, ReturnType<typeof parkedAt>[]>, replayed: Record<string, number>) => {
  const services = Object.fromEntries(
    ['identity', 'payment', 'delivery', 'revenue', 'notification'].map((name) => [
      name,
      { parked: async () => parked[name] ?? [], replay: async () => ({ replayed: replayed[name] ?? 0 }) },
    ]),
  )
  const session = async () => ({ sessionId: 's1', expiresAt: '', user: admin })
  const recordSecurityEvents = async () => ({})
  return {
    ...services,
    identity: { ...services.identity, session, recordSecurityEvents },
  } as unknown as Services
}

test('the messages that services have given up on are one list, oldest first', async () => {
  const parked = {
    revenue: [parkedAt(2, 'delivery'), parkedAt(5, 'delivery')],
    identity: [parkedAt(4, 'delivery')],
    notification: [parkedAt(1, 'identity')],
  }
  const { get } = await open(listening(parked, {}))
  const { body } = await get('/admin/parked', signedIn)
  expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual(['1', '2', '4', '5'])
})

test('replaying parked messages asks every service, and each replays its own', async () => {
  const { send } = await open(listening({}, { payment: 3 }))
  const key = { topic: 'delivery', group: 'payment', key: 'delivery-1' }
  expect((await send('POST', '/admin/parked/replay', key, signedIn)).body).toEqual({ replayed: 3 })
})

test('lists that are behind, their processes and damaged streams are asked of each service; a service that is away, or can not say, is named', async () => {
  const one = { view: 'customers-v1', position: 3, stoppedBy: { position: 4, event: 'Told', error: 'RangeError' } }
  const other = { view: 'days-v1', position: null, stoppedBy: null }
  const lag = { topic: 'delivery', group: 'revenue', messages: 1806, seconds: 75 }
  const storeAway = { engine: 'eventstoredb', state: 'away' }
  const kept = { collection: 'photos-v1', since: '2026-11-22T06:00:00.000Z', state: 'kept' }
  const [lastPass, since] = ['2026-11-23T06:00:00.000Z', '2026-11-22T06:00:00.000Z']
  const finding = { kind: 'row_differs', about: 'days-v1 1', expected: null, found: 'revenue', since }
  const again = { at: since, messages: 12, times: 1, isUnderWay: false }
  const damage = { stream: 'optout-4f-6b', revision: 2, position: 7, since: '2026-11-22T06:00:00.000Z' }
  const says = (
    behind: () => Promise<unknown>,
    lagging: () => Promise<unknown> = async () => [],
    damaged: () => Promise<unknown> = async () => [],
    degraded: () => Promise<unknown> = async () => [],
    damagedCollections: () => Promise<unknown> = async () => [],
    audited: () => Promise<unknown> = async () => ({ lastPass: null, findings: [] }),
    publishedAgain: () => Promise<unknown> = async () => [],
  ) => ({ behind, lagging, damaged, degraded, damagedCollections, audited, publishedAgain })
  const services = {
    identity: { ...listening({}, {}).identity, ...says(async () => []) },
    payment: says(() => Promise.reject(new ServiceFault('of a release that is not asked this'))),
    delivery: says(
      async () => [one],
      async () => [],
      async () => [],
      async () => [storeAway],
      async () => [kept],
    ),
    revenue: says(
      async () => [other],
      async () => [lag],
      async () => [damage],
      async () => [storeAway],
      async () => [],
      async () => ({ lastPass, findings: [{ ...finding, lastSeen: lastPass }] }),
      async () => [again],
    ),
    notification: says(() => Promise.reject(away)),
  } as unknown as Services
  const { get } = await open(services)
  const { status, body } = await get('/admin/read-models', signedIn)
  expect(status).toBe(200)
  expect(body).toEqual({
    behind: [
      { service: 'delivery', ...one },
      { service: 'revenue', ...other },
    ],
    lagging: [{ service: 'revenue', topic: 'delivery', messages: 1806, seconds: 75 }],
    damaged: [{ service: 'revenue', kind: 'optout', id: '4f-6b', revision: 2, position: 7, since: damage.since }],
    damagedCollections: [{ service: 'delivery', ...kept }],
    findings: [{ service: 'revenue', ...finding }],
    lastPass: [
      { service: 'identity', at: null },
      { service: 'payment', at: null },
      { service: 'delivery', at: null },
      { service: 'revenue', at: lastPass },
      { service: 'notification', at: null },
    ],
    publishedAgain: [{ service: 'revenue', ...again }],
    unanswered: ['payment', 'notification'],
    degraded: [storeAway],
  })
})

describe('the parcel that a payment pays for', () => {
  const held = (paymentId: string, usedBy: string | null) => ({
    ...{ paymentId, receipt: 'UKN6H7T3GA', amount: 350, cents: 35_000, paidAt: '2026-11-21T08:00:00.000Z' },
    ...{ evidence: ['message'], state: 'shown', doubt: null, letPass: false, reference: 'PAY-123456' },
    ...{ senderName: 'Wanjiku Kamau', claimedAt: '2026-11-21T08:05:00.000Z', usedBy },
  })
  const parcelsShown = async (named: (asked: { deliveryIds: string[] }) => Promise<unknown>) => {
    const { identity } = listening({}, {})
    const page = {
      rows: [held('p1', 'd1'), held('p2', 'deleted'), held('p3', null)],
      next: null,
      total: 3,
      more: false,
    }
    const services = { ...failing(away), identity, payment: { held: async () => page }, delivery: { named } }
    const { get } = await open(services as unknown as Services)
    const { status, body } = await get('/admin/payments', signedIn)
    return [status, ...(body as unknown as { parcel?: unknown }[]).map(({ parcel }) => parcel)]
  }

  test('has the id that people know, and is missing where it is deleted', async () => {
    const parcel = { deliveryType: 'doorstep', trackingId: 'TM-7K3M-Q2XV-90TB' }
    const named = vi.fn(async () => [{ deliveryId: 'd1', ...parcel }])
    expect(await parcelsShown(named)).toEqual([200, { id: 'd1', ...parcel }, null, undefined])
    expect(named.mock.calls).toEqual([[{ deliveryIds: ['d1', 'deleted'] }]])
  })

  test.each([away, new ServiceFault('of a release that is not asked this')])(
    'is left out while delivery can not say it, and the money is still shown: %s',
    async (error) => {
      expect(await parcelsShown(() => Promise.reject(error))).toEqual([200, undefined, undefined, undefined])
    },
  )
})

describe('a report of an SMS provider at its secret address', () => {
  const secret = 'a-secret-of-the-provider'
  const told = 'phoneNumber=%2B254711000000&to=A&to=B'
  /** @param taken notification's answer */
  const openTelling = async (taken: boolean) => {
    const callback = vi.fn(async () => ({ taken }))
    const services = { ...failing(away), notification: { callback } } as unknown as Services
    const { url, close } = await openBffWith(services, { AT_CALLBACK_SECRET: secret }, () => {})
    onTestFinished(close)
    const tell = async (path: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await fetch(`${url}/callbacks/${path}`, { method: 'POST', headers, body: told })).status
    }
    return { callback, tell }
  }

  test('is passed on unchanged, whatever the case of its address', async () => {
    const { callback, tell } = await openTelling(true)
    expect(await tell(`AfricasTalking/${secret}/Opt-Out`)).toBe(200)
    const fields = { phoneNumber: '+254711000000', to: ['A', 'B'] }
    const actor = { kind: 'system', name: 'africastalking' }
    const given = { asked: expect.objectContaining({ actor }), provider: 'africastalking', path: 'opt-out', fields }
    expect(callback.mock.calls).toEqual([[given]])
  })

  test('is answered with 404 where notification knows no such address', async () => {
    expect(await (await openTelling(false)).tell(`africastalking/${secret}/incoming`)).toBe(404)
  })

  test('is not passed on with another secret', async () => {
    const { callback, tell } = await openTelling(true)
    expect(await tell(`africastalking/${secret}x/opt-out`)).toBe(404)
    expect(callback).not.toHaveBeenCalled()
  })

  test('is asked for again while notification is away', async () => {
    const { send } = await open(failing(away), { AT_CALLBACK_SECRET: secret })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', `/callbacks/africastalking/${secret}/opt-out`, told, form)).status).toBe(503)
  })
})

test('changes above the limit are refused with a time to come again, and reads still work', async () => {
  let asked = 0
  const { promise: slow, resolve: end } = Promise.withResolvers<object>()
  const support = () => {
    asked += 1
    return slow
  }
  const services = { ...failing(away), notification: { support } } as unknown as Services
  const { get, send } = await open(services, {
    CHANGES_AT_ONCE: '1',
    POSTS_PER_MINUTE: '1000',
    SUPPORT_MESSAGES_PER_HOUR: '1000',
  })
  const message = { name: 'Wanjiku Kamau', email: 'wanjiku@tuma.test', message: 'Where is it?' }
  const answers = Array.from({ length: 300 }, () => send('POST', '/support/messages', message))
  const shed: { status: number; body: Record<string, unknown>; headers: Headers }[] = []
  for (const answer of answers) void answer.then((one) => shed.push(one))
  await vi.waitUntil(() => shed.length === 299, { timeout: 60_000, interval: 20 })
  expect(new Set(shed.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['503 busy']))
  for (const { headers } of shed) expect(headers.get('retry-after')).toMatch(/^[123]$/)
  expect(asked).toBe(1)
  expect((await get('/contact')).status).toBe(200)
  end({})
  await Promise.all(answers)
  expect(shed.at(-1)?.status).toBe(201)
  expect((await send('POST', '/support/messages', message)).status).toBe(201)
})

test('logins that wait for password hashing do not use up the turns of other changes', async () => {
  const { promise: hashed, resolve: end } = Promise.withResolvers<never>()
  const services = { ...failing(away), identity: { login: () => hashed }, notification: { support: async () => ({}) } }
  const { send } = await open(services as unknown as Services, { CHANGES_AT_ONCE: '1', POSTS_PER_MINUTE: '1000' })
  const login = { email: 'wanjiku@tuma.test', password: 'siri-yangu' }
  const logins = Array.from({ length: 60 }, () => send('POST', '/users/login', login))
  const message = { name: 'Wanjiku Kamau', email: 'wanjiku@tuma.test', message: 'Where is it?' }
  expect((await send('POST', '/support/messages', message)).status).toBe(201)
  end(Promise.reject(away) as never)
  for (const { status } of await Promise.all(logins)) expect(status).toBe(503)
})

test('an answer that breaks the contract is a fault', async () => {
  const services = failing(new Error('not asked'))
  const { get, logged } = await open({ ...services, delivery: { prices: async () => [{ price: 'ten' }] } as never })
  expect((await get('/locations')).status).toBe(500)
  expect(logged).toHaveLength(1)
})

const parcelWith = (number: number, status: string) => ({
  ...{
    _id: `d${number}`,
    trackingId: `TM-0000-0000-000${number}`,
    deliveryType: 'parcelDukani',
    pricingTier: null,
    status,
  },
  ...{ paid: true, paymentMethod: 'payNow', paymentReferenceId: 'PAY-123456', parcelDescription: 'Shoes' },
  ...{ deliveryFee: 250, productPrice: 0, totalAmount: 250, rider: null, picker: null, revision: 2 },
  sender: {
    name: 'Wanjiku Kamau',
    phone: '0711000001',
    location: 'NAIROBI CBD',
    dropoffAgent: 'Moi Avenue Stationers',
  },
  receiver: { name: 'Otieno Ouma', phone: '0711000002', location: 'THIKA', pickupAgent: 'Thika Arcade Bookshop' },
  ...{ createdAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:00.000Z', history: [] },
})

test('a status that only a newer delivery knows appears in lists and tracking, and hides no other parcel', async () => {
  const rows = [parcelWith(1, 'inTransit'), parcelWith(2, 'bagged')]
  const delivery = {
    all: async () => ({ rows, next: null, total: 2 }),
    track: async () => ({ delivery: rows[1], inFull: false, paymentId: null }),
  }
  const { get, logged } = await open({ ...listening({}, {}), delivery } as unknown as Services)
  const list = await get('/admin/deliveries', signedIn)
  expect([list.status, logged]).toEqual([200, []])
  expect((list.body as unknown as { status: string }[]).map(({ status }) => status)).toEqual(['inTransit', 'bagged'])
  const found = await get('/agent/track/TM-0000-0000-0002')
  expect([found.status, found.body.status, logged]).toEqual([200, 'bagged', []])
})
