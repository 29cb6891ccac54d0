import { webAppHeader } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProductSettings } from '../src/product.ts'
import { calls } from './calls.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const partner = 'https://partner.example'
const sister = 'https://app.tuma.example'
/** Another port on the product's own host. */
const sameHost = 'http://127.0.0.1:3999'

let product: TestProduct
let token: string
beforeAll(async () => {
  product = await openTestProduct({ ALLOWED_ORIGINS: `${partner}, ${sister},${sameHost}` })
  token = (await product.signedIn('client')).cookie('tuma_session') ?? ''
})
afterAll(() => product.close())

const kinds: Record<string, (url: string) => Record<string, string>> = {
  'a program': () => ({ [webAppHeader]: '1' }),
  'our own page': (origin) => ({ origin, 'sec-fetch-site': 'same-origin' }),
  'an allowed origin of our site': () => ({ origin: sister, 'sec-fetch-site': 'same-site' }),
  'an allowed port of our host, on http': () => ({ origin: sameHost, [webAppHeader]: '1' }),
  'an allowed origin of another site': () => ({ origin: partner, 'sec-fetch-site': 'cross-site' }),
  'an allowed origin, in a browser that says nothing of sites': () => ({ origin: partner, [webAppHeader]: '1' }),
  'an origin of our site that is not allowed': () => ({
    origin: 'https://x.tuma.example',
    'sec-fetch-site': 'same-site',
  }),
  'an origin that only looks allowed': () => ({ origin: `${partner}.evil.example`, 'sec-fetch-site': 'cross-site' }),
  'an allowed host on plain http': () => ({ origin: 'http://partner.example', 'sec-fetch-site': 'cross-site' }),
  'another site': () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
  'a page without an origin': () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' }),
}
type Kind = keyof typeof kinds
const cookie = () => ({ cookie: `tuma_session=${token}` })
const bearer = () => ({ authorization: `Bearer ${token}` })

/**
 * The answers to `me`, which reads, and `updateuser`, which changes: their statuses by cookie, by bearer, and by both.
 */
const answersTo = async (kind: Kind) => {
  const said = kinds[kind]?.(product.url) ?? {}
  const statuses: number[] = []
  for (const shown of [cookie(), bearer(), { ...cookie(), ...bearer() }]) {
    const person = product.stranger({ ...said, ...shown })
    statuses.push((await person.get('/api/users/me')).status)
    statuses.push((await person.put('/api/users/updateuser', { name: 'Wanjiku Kamau' })).status)
  }
  return statuses
}

describe('a request that a browser sends from', () => {
  test.each<[Kind, ...number[]]>([
    ['a program', 200, 200, 200, 200, 200, 200],
    ['our own page', 200, 200, 200, 200, 200, 200],
    ['an allowed origin of our site', 200, 200, 200, 200, 200, 200],
    ['an allowed port of our host, on http', 200, 200, 200, 200, 200, 200],
    ['an allowed origin of another site', 401, 401, 200, 200, 200, 200],
    ['an allowed origin, in a browser that says nothing of sites', 401, 401, 200, 200, 200, 200],
    ['an origin of our site that is not allowed', 200, 403, 200, 200, 200, 403],
    ['an origin that only looks allowed', 200, 403, 200, 200, 200, 403],
    ['an allowed host on plain http', 200, 403, 200, 200, 200, 403],
    ['another site', 200, 403, 200, 200, 200, 403],
    ['a page without an origin', 200, 403, 200, 200, 200, 403],
  ])('%s: reads and changes by cookie %i %i, by bearer %i %i, by both %i %i', async (kind, ...expected) =>
    expect(await answersTo(kind)).toEqual(expected),
  )

  test('an allowed origin may read the answers, and another may not', async () => {
    for (const [kind, said] of Object.entries(kinds)) {
      const { headers } = await product.stranger(said(product.url)).get('/api/locations')
      const isAllowed = /^an allowed (origin|port)/.test(kind)
      expect([kind, headers.get('access-control-allow-origin')]).toEqual([
        kind,
        isAllowed ? said(product.url).origin : null,
      ])
      expect([kind, headers.get('access-control-allow-credentials')]).toEqual([kind, isAllowed ? 'true' : null])
      expect(headers.get('vary')).toMatch(/\bOrigin\b/)
    }
  })

  test('an allowed origin may log in, and send a parcel without an account', async () => {
    const page = product.stranger({ origin: partner, 'sec-fetch-site': 'cross-site' })
    const { status, body } = await page.post('/api/users/login', { email: 'client@tuma.test', password: 'tuma-demo' })
    expect([status, typeof body.token]).toEqual([200, 'string'])
    const evil = product.stranger({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    expect((await evil.post('/api/users/login', { email: 'client@tuma.test', password: 'tuma-demo' })).status).toBe(403)
  })
})

describe('a preflight request is answered', () => {
  const ask = (origin: string, path: string, method: string) =>
    product.stranger({ origin, 'access-control-request-method': method }).ask('OPTIONS', path)

  test('to an allowed origin, for every call, for ten minutes', async () => {
    for (const { method, path } of calls) {
      const { status, headers } = await ask(partner, path.replace(/[{}]/g, ''), method)
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, partner])
      expect(headers.get('access-control-allow-methods')?.split(',')).toContain(method)
      expect(headers.get('access-control-allow-headers')).toBe(
        'authorization,content-type,idempotency-key,x-file-name,x-tuma-web-app',
      )
      expect(headers.get('access-control-max-age')).toBe('600')
    }
  })
  test('to no other origin', async () => {
    for (const origin of ['https://evil.example', 'null', `${partner}/`, partner.toUpperCase(), '*']) {
      const { status, headers } = await ask(origin, '/api/locations', 'GET')
      expect([origin, status, headers.get('access-control-allow-origin')]).toEqual([origin, 404, null])
    }
  })
})

test('pages of an allowed origin can read the count and when to ask again, also where they are refused', async () => {
  const page = product.stranger({ origin: partner, 'sec-fetch-site': 'cross-site', ...bearer() })
  for (const path of ['/api/users/me', '/api/admin/users', '/api/nothing'])
    expect((await page.get(path)).headers.get('access-control-expose-headers')).toBe(
      'Link,x-total-count,x-next-cursor,x-left-out,x-server-time,retry-after',
    )
})

test.each(['*', 'null', 'partner.example', 'https://partner.example/', 'https://*.partner.example', 'ftp://a.example'])(
  'a list of origins with %s stops the start, and the error says why',
  (origin) =>
    expect(() => readProductSettings({ ALLOWED_ORIGINS: `${partner},${origin}` })).toThrow(
      /ALLOWED_ORIGINS: must be origins/,
    ),
)
