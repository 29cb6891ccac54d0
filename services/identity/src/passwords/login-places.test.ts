import { describe, expect, test } from 'vitest'
import { identityForEachTest, otieno, wanjiku } from '../testing/identity-for-each-test.ts'

const { loginFrom, registerAndVerify, resetPassword, forgotPassword, lastToken } = identityForEachTest()

const networks = (count: number) => Array.from({ length: count }, (_, i) => `2001:db8:${i}:0::/64`)
const guess = (network: string, email: string, device: string | null = null) =>
  loginFrom(network, { email, password: 'guess' }, device).then(
    () => 'done',
    (error) => error.code,
  )
/** The order of the answers, and each answer. */
const getAnswers = async (asking: readonly Promise<string>[]) => {
  const answers: { index: number; outcome: string }[] = []
  await Promise.all(asking.map(async (one, index) => answers.push({ index, outcome: await one })))
  return answers
}

test('strangers wait for as many others whether their address has an account or not', async () => {
  await registerAndVerify(wanjiku)
  const asking = networks(30).map((network, i) => guess(network, i % 2 === 0 ? wanjiku.email : `nobody-${i}@tuma.test`))
  const answers = await getAnswers(asking)
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['invalid_credentials']))
  const computeMean = (parity: number) => {
    const places = answers.flatMap(({ index }, place) => (index % 2 === parity ? [place] : []))
    return places.reduce((sum, place) => sum + place, 0) / places.length
  }
  expect(Math.abs(computeMean(0) - computeMean(1))).toBeLessThan(4)
})

describe('a browser with an earlier sign-in', () => {
  test.each([wanjiku.email, otieno.email, 'nobody@tuma.test'])('goes before strangers, also for %s', async (email) => {
    await registerAndVerify(wanjiku)
    await registerAndVerify(otieno)
    const { device = null } = await loginFrom('203.0.113.7', otieno)
    const strangers = networks(60).map((network, i) => guess(network, `nobody-${i}@tuma.test`))
    const answers = await getAnswers([...strangers, guess('203.0.113.7', email, device)])
    const own = answers.filter(({ outcome }) => outcome !== 'busy').findIndex(({ index }) => index === 60)
    expect(answers.find(({ index }) => index === 60)?.outcome).toBe('invalid_credentials')
    expect(own).toBeLessThan(10)
  })

  test('goes first also with the cookie of an old password, but not with a forged one', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { device = '' } = await loginFrom('203.0.113.7', wanjiku)
    await forgotPassword(wanjiku.email)
    await resetPassword(await lastToken(accountId), 'a new one of mine')
    const flooded = async (cookie: string) => {
      const strangers = networks(60).map((network, i) => guess(network, `nobody-${i}@tuma.test`))
      const mine = await getAnswers([...strangers, guess('2001:db8:ffff:0::/64', 'nobody@tuma.test', cookie)])
      return mine.find(({ index }) => index === 60)?.outcome
    }
    expect(await flooded(device ?? '')).toBe('invalid_credentials')
    const [account = '', nonce = '', made = '', mac = ''] = (device ?? '').split('~')
    expect(await flooded([account, nonce, mac, made].join('~'))).toBe('busy')
  })
})
