import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { asked, byAdmin, identityForEachTest, otieno, refusedAs, wanjiku } from '../testing/identity-for-each-test.ts'

const deps = identityForEachTest()
const { changeRole, clock, confirmSecondFactor, login, loginFrom, loginWithCode, openAccount, passes } = deps
const { removeSecondFactor, restart, securityEvents, session, setUpSecondFactor, storedEvents, takeSecondFactor } = deps

const agent = { ...wanjiku, password: 'siri-yangu-ndefu' }
const [home, cafe] = ['203.0.113.7', '198.51.100.9']
const codeNeeded = refusedAs('code_needed')
const codeWrong = refusedAs('code_wrong')
const tooMany = refusedAs('too_many')

/** The code in the app on the phone, this many steps of thirty seconds from now. */
const getCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(clock()) + steps * 30_000 })
/** A code that is wrong at this step and at the steps before and after. */
const makeWrongCode = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => getCode(secret, steps))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

const withSecondFactor = async () => {
  const accountId = await openAccount(agent, { role: 'agent' })
  const { secret, uri } = await setUpSecondFactor(accountId, agent.password)
  const confirmed = await confirmSecondFactor(accountId, getCode(secret))
  passes(2)
  return { accountId, secret, uri, ...confirmed }
}

describe('setting up a second factor', () => {
  test('shows a key for the app, and asks for no code until one has confirmed it', async () => {
    const accountId = await openAccount(agent, { role: 'agent' })
    const { secret, uri } = await setUpSecondFactor(accountId, agent.password)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Tuma:Wanjiku\?/)
    expect((await login(agent)).user).not.toHaveProperty('secondFactor')
    await expect(confirmSecondFactor(accountId, makeWrongCode(secret))).rejects.toEqual(codeWrong)
    expect((await confirmSecondFactor(accountId, getCode(secret))).user.secondFactor).toBe(true)
  })

  test('needs the password, and is for agents and admins', async () => {
    const accountId = await openAccount(agent, { role: 'agent' })
    await expect(setUpSecondFactor(accountId, 'guess')).rejects.toEqual(refusedAs('password_wrong'))
    const clientId = await openAccount(otieno)
    await expect(setUpSecondFactor(clientId, otieno.password)).rejects.toEqual(refusedAs('not_allowed'))
  })

  test('again with the same command returns the same key and the same recovery codes', async () => {
    const accountId = await openAccount(agent, { role: 'agent' })
    const [first, second] = [asked(), asked()]
    const { secret } = await setUpSecondFactor(accountId, agent.password, first)
    expect((await setUpSecondFactor(accountId, agent.password, first)).secret).toBe(secret)
    const { recoveryCodes } = await confirmSecondFactor(accountId, getCode(secret), second)
    expect((await confirmSecondFactor(accountId, getCode(secret), second)).recoveryCodes).toEqual(recoveryCodes)
  })

  test('ends the sessions that began without it, and starts a new one', async () => {
    const accountId = await openAccount(agent, { role: 'agent' })
    const before = await login(agent)
    const { secret } = await setUpSecondFactor(accountId, agent.password)
    expect(await session(before.token)).not.toBeNull()
    const { token } = await confirmSecondFactor(accountId, getCode(secret))
    expect(await session(before.token)).toBeNull()
    expect((await session(token))?.user).toMatchObject({ _id: accountId, secondFactor: true })
  })

  test('leaves neither the key nor a recovery code readable in what is stored', async () => {
    const { secret, recoveryCodes } = await withSecondFactor()
    const stored = JSON.stringify(await storedEvents())
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(stored).not.toContain(text)
      expect(stored).not.toContain(Buffer.from(text).toString('base64').slice(0, 12))
    }
  })
})

describe('signing in with a second factor', () => {
  test('asks for a code after the right password, and starts no session without it', async () => {
    const { secret } = await withSecondFactor()
    const sessions = async () => (await storedEvents()).filter(({ type }) => type === 'SessionStarted').length
    const before = await sessions()
    await expect(login(agent)).rejects.toEqual(codeNeeded)
    expect(await sessions()).toBe(before)
    const { token } = await loginWithCode(agent, getCode(secret))
    expect((await session(token))?.user.username).toBe(agent.username)
  })

  test('reveals nothing about it after a wrong password, whatever the code', async () => {
    const { secret } = await withSecondFactor()
    const wrong = { ...agent, password: 'guess' }
    await expect(login(wrong)).rejects.toEqual(refusedAs('invalid_credentials'))
    await expect(loginWithCode(wrong, getCode(secret))).rejects.toEqual(refusedAs('invalid_credentials'))
    // It was not checked, so it still works.
    await loginWithCode(agent, getCode(secret))
  })

  test.each([-1, 0, 1])('takes a code %i steps from now', async (steps) => {
    const { secret } = await withSecondFactor()
    await loginWithCode(agent, getCode(secret, steps))
  })

  test.each([-2, 2])('takes none %i steps from now', async (steps) => {
    const { secret } = await withSecondFactor()
    await expect(loginWithCode(agent, getCode(secret, steps))).rejects.toEqual(codeWrong)
  })

  test('takes the code of a step once, also from two at the same moment and after a restart', async () => {
    const { secret } = await withSecondFactor()
    const both = await Promise.allSettled([
      loginWithCode(agent, getCode(secret)),
      loginWithCode(agent, getCode(secret)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await restart()
    await expect(loginWithCode(agent, getCode(secret))).rejects.toEqual(codeWrong)
    await expect(loginWithCode(agent, getCode(secret, -1))).rejects.toEqual(codeWrong)
    await loginWithCode(agent, getCode(secret, 1))
  })

  test('again with the same command returns the same session', async () => {
    const { secret } = await withSecondFactor()
    const by = asked()
    const [first, again] = [
      await loginWithCode(agent, getCode(secret), { by }),
      await loginWithCode(agent, getCode(secret), { by }),
    ]
    expect(again.token).toBe(first.token)
  })

  test('takes each of ten recovery codes once, in any spelling', async () => {
    const { recoveryCodes } = await withSecondFactor()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    await loginWithCode(agent, first)
    await expect(loginWithCode(agent, first)).rejects.toEqual(codeWrong)
    await loginWithCode(agent, ` ${second.toLowerCase().replace('-', ' ')}`)
  })

  test('takes no recovery code of another account', async () => {
    const { recoveryCodes } = await withSecondFactor()
    const other = { ...otieno, password: 'siri-yake-ndefu' }
    const otherId = await openAccount(other, { role: 'agent' })
    const { secret } = await setUpSecondFactor(otherId, other.password)
    await confirmSecondFactor(otherId, getCode(secret))
    await expect(loginWithCode(other, recoveryCodes[0] ?? '')).rejects.toEqual(codeWrong)
  })

  test('is recorded as refused without a code', async () => {
    const { accountId } = await withSecondFactor()
    await expect(login(agent)).rejects.toEqual(codeNeeded)
    await expect
      .poll(async () => (await securityEvents({ accountId })).rows)
      .toContainEqual(expect.objectContaining({ kind: 'sign-in-refused', outcome: 'code_needed' }))
  })
})

describe('wrong codes', () => {
  const misses = async (count: number, secret: string, from: { network?: string; device?: string | null }) => {
    for (let i = 0; i < count; i += 1)
      await expect(loginWithCode(agent, makeWrongCode(secret), from)).rejects.toEqual(codeWrong)
  }

  test('are limited to five for an account from one network, then none for a quarter of an hour', async () => {
    const { secret } = await withSecondFactor()
    await misses(5, secret, { network: cafe })
    await expect(loginWithCode(agent, getCode(secret), { network: cafe })).rejects.toEqual(tooMany)
    passes(14)
    await expect(loginWithCode(agent, getCode(secret), { network: cafe })).rejects.toEqual(tooMany)
    await loginWithCode(agent, getCode(secret), { network: home })
    passes(1)
    await loginWithCode(agent, getCode(secret), { network: cafe })
  })

  test('change nothing for a person with a wrong password, who gets the usual refusal', async () => {
    const { secret } = await withSecondFactor()
    await misses(5, secret, { network: cafe })
    const wrong = { ...agent, password: 'guess' }
    for (const code of [getCode(secret), makeWrongCode(secret)]) {
      await expect(loginWithCode(wrong, code, { network: cafe })).rejects.toEqual(refusedAs('invalid_credentials'))
    }
    // Without a code the answer is as before: a code is needed.
    await expect(loginFrom(cafe, agent)).rejects.toEqual(codeNeeded)
  })

  test('are limited to five even if many come at once', async () => {
    const { secret } = await withSecondFactor()
    const wrong = makeWrongCode(secret)
    const tried = await Promise.allSettled(
      Array.from({ length: 9 }, () => loginWithCode(agent, wrong, { network: cafe })),
    )
    const codes = tried.map((one) => one.status === 'rejected' && one.reason.code)
    expect(codes.filter((code) => code === 'code_wrong').length).toBeLessThanOrEqual(5)
    expect(codes).not.toContain(false)
  })

  test('start at zero after the right one, and a sign-in without a code does not count', async () => {
    const { secret } = await withSecondFactor()
    for (let i = 0; i < 8; i += 1) await expect(loginFrom(cafe, agent)).rejects.toEqual(codeNeeded)
    await misses(4, secret, { network: cafe })
    await loginWithCode(agent, getCode(secret), { network: cafe })
    await misses(4, secret, { network: cafe })
  })

  test('of strangers do not stop a browser with an earlier sign-in', async () => {
    const { secret } = await withSecondFactor()
    const { device = null } = await loginWithCode(agent, getCode(secret), { network: home })
    await misses(5, secret, { network: home })
    passes(1)
    await loginWithCode(agent, getCode(secret), { network: home, device })
  })
})

describe('removing a second factor', () => {
  test('needs the password and a code; afterwards no code is asked for', async () => {
    const { accountId, secret, recoveryCodes } = await withSecondFactor()
    const [recovery = ''] = recoveryCodes
    await expect(removeSecondFactor(accountId, 'guess', getCode(secret))).rejects.toEqual(refusedAs('password_wrong'))
    await expect(removeSecondFactor(accountId, agent.password, makeWrongCode(secret))).rejects.toEqual(codeWrong)
    expect(await removeSecondFactor(accountId, agent.password, recovery)).not.toHaveProperty('secondFactor')
    await login(agent)
  })

  test('is limited to five wrong codes', async () => {
    const { accountId, secret } = await withSecondFactor()
    for (let i = 0; i < 5; i += 1)
      await expect(removeSecondFactor(accountId, agent.password, makeWrongCode(secret))).rejects.toEqual(codeWrong)
    await expect(removeSecondFactor(accountId, agent.password, getCode(secret))).rejects.toEqual(tooMany)
  })

  test('is possible for another admin if it is lost, and never for oneself', async () => {
    const { accountId } = await withSecondFactor()
    await changeRole(accountId, 'admin')
    await expect(takeSecondFactor(accountId, asked())).rejects.toEqual(refusedAs('not_allowed'))
    await expect(takeSecondFactor(accountId, byAdmin(accountId))).rejects.toEqual(refusedAs('not_allowed'))
    await expect(takeSecondFactor('nobody', byAdmin('another'))).rejects.toEqual(refusedAs('not_found'))
    expect(await takeSecondFactor(accountId, byAdmin('another'))).not.toHaveProperty('secondFactor')
    await login(agent)
  })
})

test('a reset of the password keeps the second factor', async () => {
  const { secret } = await withSecondFactor()
  await deps.forgotPassword(agent.email)
  const events = await storedEvents()
  const link = events.findLast(({ type }) => type === 'LinkIssued')?.data as { accountId: string; linkId: string }
  const mail = await deps.linkMail(link.accountId, link.linkId)
  await deps.resetPassword(mail?.token ?? '', 'siri-mpya-ndefu')
  const renewed = { ...agent, password: 'siri-mpya-ndefu' }
  await expect(login(renewed)).rejects.toEqual(codeNeeded)
  await loginWithCode(renewed, getCode(secret))
})

test('an agent with a weak password must enter the code before choosing another', async () => {
  const weak = { ...agent, password: 'password' }
  const accountId = await openAccount(weak, { role: 'agent' })
  const { secret } = await setUpSecondFactor(accountId, weak.password)
  await confirmSecondFactor(accountId, getCode(secret))
  passes(2)
  await expect(login(weak)).rejects.toEqual(codeNeeded)
  await expect(loginWithCode(weak, getCode(secret))).rejects.toEqual(refusedAs('new_password_needed'))
})

describe('a kept session of an agent', () => {
  test('ends after twelve hours without use', async () => {
    await openAccount(agent, { role: 'agent' })
    const { token } = await login(agent, true)
    for (let i = 0; i < 3; i += 1) {
      passes(12 * 60 - 1)
      expect(await session(token)).not.toBeNull()
    }
    passes(12 * 60)
    expect(await session(token)).toBeNull()
  })

  test('is not used by a page that is only open', async () => {
    await openAccount(agent, { role: 'agent' })
    const { token } = await login(agent, true)
    passes(11 * 60)
    expect(await session(token, { using: false })).not.toBeNull()
    passes(60)
    expect(await session(token, { using: false })).toBeNull()
  })

  test('records its use every quarter of an hour at most', async () => {
    await openAccount(agent, { role: 'agent' })
    const { token } = await login(agent, true)
    const seen = await deps.engines().documents.collection<{ seenAt: string }>({
      name: 'session-activity-v1',
      shape: { sessionId: 'text', seenAt: 'text' },
      fields: { seenAt: 'text' },
      indexes: [],
      sortBy: 'seenAt',
    })
    const written = async () => (await seen.find({ limit: 10 })).documents.map(({ seenAt }) => seenAt)
    passes(14)
    await session(token)
    expect(await written()).toEqual([])
    passes(1)
    const first = clock()
    await session(token)
    passes(14)
    await session(token)
    expect(await written()).toEqual([first])
    passes(1)
    await session(token)
    expect(await written()).toEqual([clock()])
  })

  test('of a client lasts its thirty days', async () => {
    await openAccount(otieno)
    const { token } = await login(otieno, true)
    passes(29 * 24 * 60)
    expect(await session(token)).not.toBeNull()
  })
})
