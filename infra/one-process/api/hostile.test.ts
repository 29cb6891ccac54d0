import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { webAppHeader } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from './calls.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct()
})
afterAll(() => product.close())

const login = '/api/users/login'
const credentials = { email: 'client@tuma.test', password: 'tuma-demo' }

test.each(['?cursor=garbage', '?cursor=eyJhIjoxfQ', '?limit=0', '?limit=501', '?limit=abc'])(
  'a list with %s is bad input',
  async (query) => {
    const { status, body } = await (await product.signedIn('agent.cbd')).get(`/api/agent/dropping-deliveries${query}`)
    expect([status, body.code]).toEqual([400, 'bad_input'])
  },
)

describe('a body', () => {
  const send = (body: string, type = 'application/json') =>
    product.stranger().ask('POST', login, body, { headers: { 'content-type': type } })

  test('that is not JSON is bad input', async () => {
    for (const body of ['{"email":', 'null', '"text"', '1', '{]']) {
      const answer = await send(body)
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_input'])
    }
  })
  test('of another content type is not read', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const answer = await send(JSON.stringify(credentials), type)
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, 'not_json'])
    }
  })
  test('of more than 64 KiB is not read', async () => {
    const big = { ...credentials, password: 'x'.repeat(65_536) }
    const { status, body } = await send(JSON.stringify(big))
    expect([status, body.code]).toEqual([413, 'too_large'])
  })
  test('that nests very deep does no harm', async () => {
    const { status } = await send(
      `{"email":"a@b.c","password":"123456","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    )
    expect(status).toBe(401)
  })
  test('that is compressed is not unpacked', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
    const { status, body } = await product.stranger().ask('POST', login, 'xx', { headers })
    expect([status, body.code]).toEqual([415, 'not_json'])
  })
})

describe('another site', () => {
  const sites: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  const changing = calls.filter(({ method, name }) => method !== 'GET' || /logout|verifyEmail/.test(name))
  test.each(sites)('(%j) cannot make a browser change anything', async (headers) => {
    const victim = await product.signedIn('client')
    for (const { name, method, path } of changing) {
      const { status, body } = await victim.ask(method, path.replace(/[{}]/g, ''), method === 'GET' ? undefined : {}, {
        headers,
      })
      expect([name, status, body.code]).toEqual([name, 403, 'cross_site'])
    }
    expect((await victim.get('/api/users/me')).status).toBe(200)
  })

  test('cannot change anything with the session’s cookie from an old browser: our web app sends a header of its own', async () => {
    const victim = await product.signedIn('client')
    const cookie = `tuma_session=${victim.cookie('tuma_session')}`
    const silent = product.stranger({ cookie })
    const ofVisitors = /users[.](login|register|forgotPassword|resetPassword)$/
    for (const { name, method, path } of changing.filter(({ name }) => !ofVisitors.test(name))) {
      const { status, body } = await silent.ask(method, path.replace(/[{}]/g, ''), method === 'GET' ? undefined : {})
      expect([name, status, body.code]).toEqual([name, 403, 'not_the_web_app'])
    }
    expect((await silent.get('/api/users/me')).status).toBe(200)
    const said: Record<string, string>[] = [{ [webAppHeader]: '1' }, { 'sec-fetch-site': 'same-origin' }]
    for (const headers of said) {
      const updated = await silent.put('/api/users/updateuser', { name: 'Wanjiku Kamau' }, { headers })
      expect(updated.status).toBe(200)
    }
  })

  test('is not suspected where a program sends a bearer token or no session: it needs no header of ours', async () => {
    const token = (await product.signedIn('client')).cookie('tuma_session')
    const program = product.stranger({ authorization: `Bearer ${token}`, cookie: `tuma_session=${token}` })
    expect((await program.put('/api/users/updateuser', { name: 'Wanjiku Kamau' })).status).toBe(200)
    expect((await program.get('/api/users/logout')).status).toBe(200)
    expect((await product.stranger().get('/api/users/logout')).status).toBe(200)
    const guest = product.stranger({ cookie: 'tuma_visitor=AAAAAAAAAAAAAAAAAAAAAA' })
    expect((await guest.post(login, credentials)).status).toBe(200)
  })

  test('is not suspected where a person logs in again with their old cookie', async () => {
    const before = (await product.signedIn('client')).cookie('tuma_session')
    expect((await product.stranger({ cookie: `tuma_session=${before}` }).post(login, credentials)).status).toBe(200)
  })

  test('may link to us', async () => {
    const { status } = await product.stranger().get('/api/locations', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(status).toBe(200)
  })

  test('reads nothing through a host name of its own, not even the demonstration’s pages', async () => {
    const led = async (path: string, host: string) => {
      const { hostname, port } = new URL(product.url)
      const [answer] = (await once(request({ hostname, port, path, headers: { host } }).end(), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      return answer.statusCode
    }
    for (const path of ['/dev/outbox', '/api/locations', '/', '/api/docs']) {
      expect([path, await led(path, 'rebind.evil.example')]).toEqual([path, 421])
      expect([path, await led(path, 'localhost')]).not.toEqual([path, 421])
    }
    for (const path of ['/healthz', '/readyz']) expect(await led(path, '10-0-0-7.pod.cluster')).toBe(200)
  })

  test('may read nothing, and preflight requests allow nothing', async () => {
    const asks = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    for (const { method, path } of [...calls, { method: 'GET', path: '/' }, { method: 'GET', path: '/dev/outbox' }]) {
      for (const asked of [method, 'OPTIONS']) {
        const { headers } = await product.stranger(asks).ask(asked, path.replace(/[{}]/g, ''))
        const allowed = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect([asked, path, allowed]).toEqual([asked, path, []])
      }
    }
  })

  test('does not mean our own pages', async () => {
    const ours: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: product.url },
    ]
    for (const headers of ours) {
      expect((await product.stranger().post(login, credentials, { headers })).status).toBe(200)
    }
  })
})

describe('every answer', () => {
  test('of the API can be found in the log, is not cached, and its type cannot be guessed', async () => {
    for (const path of ['/api/locations', '/api/nothing/here', '/api/users/me']) {
      const { headers } = await product.stranger().get(path)
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
  test('on https tells the browser to use https from then on', async () => {
    const secure = await openTestProduct({ PUBLIC_URL: 'https://tuma.example', TRUSTED_PROXIES: '1' })
    onTestFinished(() => secure.close())
    for (const path of ['/api/locations', '/api/users/me', '/']) {
      const { headers } = await secure.stranger().get(path)
      expect([path, headers.get('strict-transport-security')]).toEqual([path, expect.stringMatching(/^max-age=\d{7,}/)])
    }
    expect((await product.stranger().get('/api/locations')).headers.get('strict-transport-security')).toBeNull()
  })
  test('says so where no such call exists', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['PATCH', '/api/locations'],
      ['DELETE', '/api'],
    ] as const) {
      const { status, body } = await product.stranger().ask(method, path)
      expect([status, body]).toMatchObject([404, { code: 'not_found', message: 'We could not find that.' }])
    }
  })
  test('comes even where the request line is nonsense', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
      socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? '')).once('error', reject)
      socket.write('GET http://other.example/api/users/me?x=%00 HTTP/1.1\r\nhost: [::bad\r\nconnection: close\r\n\r\n')
    })
    expect(answer).toMatch(/ (400|401|404|421) /)
  })
})
