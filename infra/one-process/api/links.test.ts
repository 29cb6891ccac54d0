import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'

const PUBLIC_URL = 'https://tuma.example'

let product: TestProduct
beforeAll(async () => {
  product = await openTestProduct({ PUBLIC_URL, TRUSTED_PROXIES: '1' })
})
afterAll(() => product.close())

/** Unlike `fetch`, this can send any host name. */
const postAs = async (headers: Record<string, string>, path: string, body: object): Promise<number | undefined> => {
  const { hostname, port } = new URL(product.url)
  const asked = request({
    hostname,
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  const [answer] = await once(asked.end(JSON.stringify(body)), 'response')
  answer.resume()
  return answer.statusCode
}

describe('a link in a mail leads to us', () => {
  const evil = 'evil.example'
  test.each<Record<string, string>>([
    { host: 'tuma.example', 'x-forwarded-host': evil },
    { host: 'tuma.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '666', 'x-forwarded-prefix': `//${evil}` },
    { host: 'tuma.example', forwarded: `host=${evil};proto=http` },
    { host: 'tuma.example', 'x-original-host': evil, 'x-host': evil, 'x-original-url': `//${evil}/` },
    { host: 'tuma.example', referer: `https://${evil}/` },
    { host: '127.0.0.1' },
  ])('whatever the request says: %j', async (headers) => {
    const person = await product.registered(`njia-${JSON.stringify(headers).replace(/\W/g, '').slice(-20)}`)
    const { email } = (await person.get('/api/users/me')).body
    expect(await postAs(headers, '/api/users/forgotpassword', { email })).toBe(200)
    const { text } = await product.messageTo(email, /resetpassword/)
    const addresses = text.match(/https?:\/\/\S+/g) ?? []
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter((address) => !address.startsWith(`${PUBLIC_URL}/`))).toEqual([])
    expect(text).not.toContain(evil)
  })

  test.each<Record<string, string>>([
    { host: evil },
    { host: `tuma.example.${evil}` },
    { host: `tuma.example@${evil}` },
    { host: 'tuma.example', origin: `https://${evil}` },
  ])('and is not sent when the request names another host or comes from another site: %j', async (headers) => {
    const email = 'client@tuma.test'
    expect(await postAs(headers, '/api/users/forgotpassword', { email })).toBeGreaterThanOrEqual(400)
    // This later mail has arrived, so the refused one would be there too.
    await product.registered(`baada-${JSON.stringify(headers).replace(/\W/g, '').slice(-20)}`)
    const outbox = (await product.stranger({ accept: 'application/json' }).get('/dev/outbox')).body
    expect(outbox.filter(({ to }: { to: string }) => to === email)).toEqual([])
  })
})

describe('a link', () => {
  const reset = (token: string, password = 'a new one') =>
    product.stranger().put(`/api/users/resetpassword/${token}`, { password })
  const verify = (token: string) => product.stranger().get(`/api/users/verify-email/${token}`)
  const said = ({ status, body }: Awaited<ReturnType<typeof verify>>) => `${status} ${body.code ?? ''}`
  const asked = async (username: string) => {
    await product.registered(username)
    const email = `${username}@tuma.test`
    await product.stranger().post('/api/users/forgotpassword', { email })
    return {
      email,
      verifying: await product.linkTo(email, 'verify-email'),
      resetting: await product.linkTo(email, 'resetpassword'),
    }
  }

  test('does nothing but what it was sent for', async () => {
    const { email, verifying, resetting } = await asked('kusudi')
    expect(said(await reset(verifying))).toBe('400 link_invalid')
    expect(said(await verify(resetting))).toBe('400 link_invalid')
    expect((await product.stranger().post('/api/users/login', { email, password: 'tuma-demo' })).status).toBe(200)
  })

  test('that is written in another way does not work', async () => {
    const { resetting } = await asked('herufi')
    const written = [
      resetting.toLowerCase(),
      resetting.toUpperCase(),
      `${resetting}A`,
      resetting.slice(1),
      `%20${resetting}`,
    ]
    for (const token of written) expect([token, said(await reset(token))]).toEqual([token, '400 link_invalid'])
    expect((await reset(resetting)).status).toBe(200)
  })

  test('to a new password that ten people open at once works for one of them', async () => {
    const { email, resetting } = await asked('kumi')
    const passwords = Array.from({ length: 10 }, (_, index) => `number ${index}`)
    const answers = await Promise.all(passwords.map((password) => reset(resetting, password)))
    expect(answers.map(said).sort()).toEqual(['200 ', ...Array(9).fill('400 link_invalid')])
    const chosen = passwords[answers.findIndex(({ status }) => status === 200)]
    expect((await product.stranger().post('/api/users/login', { email, password: chosen })).status).toBe(200)
  })
})
