import { openListener, openStartProgress, type StartStep } from '@tuma/platform/runtime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { whileFilling, whileStarting } from './starting.ts'

const asked = async (path: string, doing: StartStep = { step: 'openingServices' }) => {
  const progress = { ...openStartProgress(), now: () => doing }
  const listener = await openListener('127.0.0.1', 0, [whileStarting(progress.now)], progress)
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
    expect(page).toContain('<p class="now">Reading the records</p>')
    expect(page).toMatch(/<div lang="sw"><h2>Tuma inaanza<\/h2><p class="now">Inasoma kumbukumbu<\/p>/)
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
  expect([readyz.status, await readyz.json()]).toEqual([503, { ready: false, starting: { step: 'openingServices' } }])
})

const steps: readonly (readonly [StartStep, string, string])[] = [
  [{ step: 'openingData' }, 'Opening the data', 'Inafungua data'],
  [{ step: 'checkingData' }, 'Checking the data', 'Inakagua data'],
  [{ step: 'waitingForEngine' }, 'Waiting for another server', 'Inasubiri seva nyingine'],
  [{ step: 'makingDemonstration' }, 'Making the demonstration', 'Inaandaa onyesho'],
  [{ step: 'fillingLists', percent: 60 }, 'Filling lists: 60 %', 'Inajaza orodha: 60 %'],
]
test.each(steps)('the page says what the start does, in the same lines: %o', async (doing, english, swahili) => {
  const page = await (await asked('/', doing)).text()
  expect([page.includes(`>${english}<`), page.includes(`>${swahili}<`)]).toEqual([true, true])
  const tags = (html: string) => html.replaceAll(/>[^<]*|(aria-label|value)="[^"]*"|\s/g, '')
  expect(tags(page)).toBe(tags(await (await asked('/')).text()))
})

test('the bar shows how far the filling is, and the page needs no script', async () => {
  const answer = await asked('/', { step: 'fillingLists', percent: 60 })
  const page = await answer.text()
  expect(page).toContain('<progress max="100" value="60" aria-label="Filling lists: 60 %">')
  expect(page).not.toMatch(/<script|style="/)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
})

describe('while lists fill', () => {
  const open = async (steps: (StartStep | null)[]) => {
    const listener = await openListener('127.0.0.1', 0)
    onTestFinished(() => listener.close())
    listener.answerWith([
      whileFilling(() => steps.shift() ?? null),
      (_request, response) => void response.send('the site'),
    ])
    return async (path: string) => {
      const answer = await fetch(listener.url + path)
      return [answer.status, (await answer.text()).match(/the site|Filling lists: \d+ %/)?.[0]]
    }
  }
  const at = (percent: number) => ({ step: 'fillingLists', percent }) as const

  test('pages say so until the lists can be read, and never again after that', async () => {
    const ask = await open([at(10), at(20), null, at(30)])
    expect([await ask('/'), await ask('/Agent')]).toEqual([
      [503, 'Filling lists: 10 %'],
      [503, 'Filling lists: 20 %'],
    ])
    expect([await ask('/'), await ask('/')]).toEqual([
      [200, 'the site'],
      [200, 'the site'],
    ])
  })

  test.each(['/api/payment/callback', '/assets/shell.00000001.js', '/remotes/agent/remote.js'])(
    '%s is answered as always',
    async (path) => {
      const ask = await open([at(10), at(10)])
      expect(await ask(path)).toEqual([200, 'the site'])
    },
  )
})
