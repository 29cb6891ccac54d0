import { openListener } from '@tuma/platform/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { whileStarting } from './starting.ts'

const asked = async (path: string) => {
  const listener = await openListener('127.0.0.1', 0, whileStarting)
  onTestFinished(() => listener.close())
  return fetch(listener.url + path)
}

test.each(['/api/users/me', '/API/contact', '/api'])('while Tuma starts, %s is away', async (path) => {
  const answer = await asked(path)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toMatchObject({
    code: 'away',
    message: 'Part of our service is not available right now. Please try again in a moment.',
  })
})

test.each(['/', '/Agent/cash?from=today', '/apiary', '/resetpassword/ey.J0.js'])(
  'while Tuma starts, %s is a page that says so in both languages and loads again',
  async (path) => {
    const answer = await asked(path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(answer.headers.get('refresh')).toBe('5')
    const page = await answer.text()
    expect(page).toContain('<h1>Tuma is starting</h1>')
    expect(page).toMatch(/<div lang="sw"><h2>Tuma inaanza<\/h2>/)
    // A link to the other language would load another address.
    expect(page).not.toContain('href')
  },
)

test.each([
  ['/remotes/public/assets/login.bd759831.js', 'text/javascript'],
  ['/assets/shell.css', 'text/css'],
])('while Tuma starts, %s is empty, so that a browser does not take a page for the file', async (path, type) => {
  const answer = await asked(path)
  expect([answer.status, await answer.text()]).toEqual([503, ''])
  expect(answer.headers.get('content-type')).toContain(type)
})

test('while Tuma starts, health answers as always', async () => {
  const [healthz, readyz] = [await asked('/healthz'), await asked('/readyz')]
  expect([healthz.status, await healthz.json()]).toEqual([200, { alive: true }])
  expect([readyz.status, await readyz.json()]).toEqual([503, { ready: false }])
})
