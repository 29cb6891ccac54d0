import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { identityForEachTest, otieno, wanjiku } from './testing/identity-for-each-test.ts'

const deps = identityForEachTest()
const { clock, client, confirmSecondFactor, deleteAccount, forgotPassword, loginFrom, loginWithCode } = deps
const { openAccount, passes, registerAndVerify, removeSecondFactor, restart, setUpSecondFactor } = deps

const agent = { ...wanjiku, password: 'siri-yangu-ndefu' }
const cafe = '198.51.100.9'
const networks = (count: number, of = 18) => Array.from({ length: count }, (_, i) => `198.${of}.0.${i}`)
const getOutcome = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'done',
    (error) => error.code,
  )

const guess = (network: string, email = wanjiku.email, device: string | null = null) =>
  getOutcome(loginFrom(network, { email, password: 'guess' }, device))

const getCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(clock()) })
const makeWrongCode = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const right = [-1, 0, 1].map((steps) => totp.generate({ timestamp: Date.parse(clock()) + steps * 30_000 }))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}
const withFactor = async (isConfirmed = true) => {
  const accountId = await openAccount(agent, { role: 'agent' })
  const { secret } = await setUpSecondFactor(accountId, agent.password)
  if (isConfirmed) await confirmSecondFactor(accountId, getCode(secret))
  passes(2)
  return { accountId, secret, wrong: makeWrongCode(secret) }
}

/** Strangers guess at other accounts, from other networks. */
const othersGuess = async () => {
  for (const network of networks(60, 51)) await guess(network, `person-${network}@tuma.test`)
}

type Kind = readonly [name: string, max: number, begin: () => Promise<(attempt: number) => Promise<string>>]

const kinds: readonly Kind[] = [
  [
    'passwords of an account from one network',
    10,
    async () => {
      await registerAndVerify(wanjiku)
      return () => guess(cafe)
    },
  ],
  ['passwords of an address without an account from one network', 10, async () => () => guess(cafe)],
  [
    'passwords of an account from everywhere',
    100,
    async () => {
      await registerAndVerify(wanjiku)
      const from = networks(101)
      return (attempt) => guess(from[attempt] ?? '')
    },
  ],
  [
    'passwords of an address without an account from everywhere',
    100,
    async () => {
      const from = networks(101)
      return (attempt) => guess(from[attempt] ?? '')
    },
  ],
  [
    'passwords in a browser that is known',
    10,
    async () => {
      await registerAndVerify(wanjiku)
      const { device = null } = await loginFrom(cafe, wanjiku)
      return () => guess(cafe, wanjiku.email, device)
    },
  ],
  [
    'passwords before an open screen',
    10,
    async () => {
      const accountId = await registerAndVerify(wanjiku)
      return () => getOutcome(client().confirmPassword({ accountId, password: 'guess' }))
    },
  ],
  [
    'codes of an account from one network',
    5,
    async () => {
      const { wrong } = await withFactor()
      return () => getOutcome(loginWithCode(agent, wrong, { network: cafe }))
    },
  ],
  [
    'codes of an account from everywhere',
    100,
    async () => {
      const { wrong } = await withFactor()
      const from = networks(101)
      return (attempt) => getOutcome(loginWithCode(agent, wrong, { network: from[attempt] ?? '' }))
    },
  ],
  [
    'codes in a browser that is known',
    5,
    async () => {
      const { secret, wrong } = await withFactor()
      const { device = null } = await loginWithCode(agent, getCode(secret), { network: cafe })
      return () => getOutcome(loginWithCode(agent, wrong, { network: cafe, device }))
    },
  ],
  [
    'codes before an open screen',
    5,
    async () => {
      const { accountId, wrong } = await withFactor()
      return () => getOutcome(removeSecondFactor(accountId, agent.password, wrong))
    },
  ],
  [
    'codes that confirm a second factor',
    5,
    async () => {
      const { accountId, wrong } = await withFactor(false)
      return () => getOutcome(confirmSecondFactor(accountId, wrong))
    },
  ],
  [
    'mails for a forgotten password',
    5,
    async () => {
      await registerAndVerify(wanjiku)
      return () => getOutcome(forgotPassword(wanjiku.email, undefined, cafe))
    },
  ],
]

describe('wrong guesses still count when strangers guess at others and after a restart:', () => {
  test.each(kinds)('%s', async (_, max, begin) => {
    const attempt = await begin()
    const half = Math.ceil(max / 2)
    const outcomes = new Set<string>()
    for (let i = 0; i < half; i += 1) outcomes.add(await attempt(i))
    await othersGuess()
    await restart()
    for (let i = half; i < max; i += 1) outcomes.add(await attempt(i))
    expect([...outcomes]).not.toContain('too_many')
    await restart()
    expect(await attempt(max)).toBe('too_many')
  })
})

test('a second factor can’t be confirmed by guessing: of sixty wrong codes five are checked', async () => {
  const { accountId, wrong } = await withFactor(false)
  const outcomes: string[] = []
  for (let i = 0; i < 60; i += 1) outcomes.push(await getOutcome(confirmSecondFactor(accountId, wrong)))
  expect(outcomes.filter((outcome) => outcome === 'code_wrong')).toHaveLength(5)
  expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(55)
})

test('a right code after four wrong ones confirms a second factor', async () => {
  const { accountId, secret, wrong } = await withFactor(false)
  for (let i = 0; i < 4; i += 1) await getOutcome(confirmSecondFactor(accountId, wrong))
  expect((await confirmSecondFactor(accountId, getCode(secret))).user.secondFactor).toBe(true)
})

describe('the stored wrong guesses', () => {
  const stored = async () => {
    const guards = await deps.engines().documents.collection<{ id: string; of: string; misses: number }>({
      name: 'guards-v1',
      shape: { id: 'text', of: 'text', misses: 'number', waits: 'number', until: 'text', endsAt: 'text' },
      fields: { of: 'text', endsAt: 'text' },
      indexes: [['of']],
      sortBy: 'endsAt',
    })
    return (await guards.find({ limit: 100 })).documents
  }

  test('are the same, and as many, whether the address has an account or not', async () => {
    await registerAndVerify(wanjiku)
    const written: object[] = []
    const { documents, ...others } = deps.engines()
    const write: typeof documents.write = (writes, ...more) => {
      written.push(...writes.filter(({ collection }) => collection === 'guards-v1'))
      return documents.write(writes, ...more)
    }
    await deps.reopen({ ...others, documents: { ...documents, write } })
    const writtenBy = async (email: string) => {
      written.length = 0
      const outcomes = []
      for (let i = 0; i < 12; i += 1) outcomes.push(await guess(cafe, email))
      for (let i = 0; i < 6; i += 1) outcomes.push(await getOutcome(forgotPassword(email, undefined, cafe)))
      // The hashes differ, so each is replaced by one word.
      return { outcomes, written: JSON.stringify(written).replaceAll(/[0-9a-f]{64}/g, 'hash') }
    }
    const [known, unknown] = [await writtenBy(wanjiku.email), await writtenBy(otieno.email)]
    expect(known.outcomes.filter((outcome) => outcome === 'invalid_credentials')).toHaveLength(10)
    expect(written).not.toEqual([])
    expect(unknown).toEqual(known)
  })

  test('name no person, and are deleted with the account', async () => {
    const accountId = await registerAndVerify(wanjiku)
    const { device = null } = await loginFrom(cafe, wanjiku)
    await guess(cafe)
    await guess(cafe, wanjiku.email, device)
    await getOutcome(client().confirmPassword({ accountId, password: 'guess' }))
    await forgotPassword(wanjiku.email)
    await guess(cafe, otieno.email)
    expect(await stored()).toHaveLength(7)
    expect(JSON.stringify(await stored())).not.toMatch(new RegExp(`@tuma|${accountId}|198\\.51|${device}`, 'i'))
    await deleteAccount(accountId)
    await expect.poll(async () => (await stored()).length).toBe(2)
  })

  test('do not exist if the first password is right', async () => {
    await registerAndVerify(wanjiku)
    const { device = null } = await loginFrom(cafe, wanjiku)
    await loginFrom(cafe, wanjiku, device)
    expect(await stored()).toEqual([])
  })
})
