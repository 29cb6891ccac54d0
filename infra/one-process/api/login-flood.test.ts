import { expect, onTestFinished, test } from 'vitest'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { openTestProduct } from './test-product.ts'

const login = '/api/users/login'

test('two hundred strangers who log in at once, a /64 each, do not keep out a known device', async () => {
  const product = await openTestProduct({ TRUSTED_PROXIES: '1' })
  onTestFinished(() => product.close())
  const devices = []
  for (let i = 0; i < 10; i += 1) {
    const username = `mwita${i}`
    devices.push({ browser: await product.registered(username), email: `${username}@tuma.test` })
  }

  const strangers = Array.from({ length: 200 }, (_, i) => {
    const email = i % 2 === 0 ? `nobody-${i}@tuma.test` : `mwita${i % 10}@tuma.test`
    const asker = product.stranger({ 'x-forwarded-for': `2001:db8:1:${i.toString(16)}::1` })
    return asker.post(login, { email, password: 'a guess of mine' })
  })
  // By now the others wait.
  await Promise.race(strangers)
  const known = devices.map(({ browser, email }) => browser.post(login, { email, password: demonstrationPassword }))

  expect((await Promise.all(known)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const statuses = new Set((await Promise.all(strangers)).map(({ status }) => status))
  expect([...statuses].sort()).toEqual([401, 503])
})
