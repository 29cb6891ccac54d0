import { randomBytes } from 'node:crypto'
import type { CommandContext, IdentityClient, identityContract } from '@tuma/contracts/services'
import type { Role, Shop } from '@tuma/contracts/vocabulary'
import type { Engines, StoredEvent } from '@tuma/platform/ports'
import { callInProcess, openLog, readSettings, type Service } from '@tuma/platform/runtime'
import { openLimitTables, openTemporaryEngines, type TestEngines } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect } from 'vitest'
import { identityKeys } from '../keys.ts'
import { createIdentity, type IdentitySettings, identitySettings } from '../service.ts'

export const wanjiku = {
  name: 'Wanjiku Njeri',
  username: 'Wanjiku',
  email: 'Wanjiku@Tuma.test',
  phone: '254712345678',
  password: 'siri-yangu',
}
export const otieno = {
  name: 'Otieno Ouma',
  username: 'otieno',
  email: 'otieno@tuma.test',
  phone: '254722000111',
  password: 'siri-yake-tu',
}
export type Applicant = typeof wanjiku

type Profile = Pick<Applicant, 'name' | 'phone' | 'email' | 'password'> & Shop

const secret = 'c0ffee00'.repeat(8)
/** The lowest cost of argon2id: the tests prove when a password is checked, not how long that takes. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 }
export const keys = identityKeys(secret)
export const start = '2026-11-21T06:00:00.000Z'

export const refusedAs = (code: string) => expect.objectContaining({ name: 'Refused', code })

let commands = 0
export const asked = (more: Partial<CommandContext> = {}): CommandContext => {
  commands += 1
  const actor = { kind: 'visitor', visitorId: null } as const
  return { actor, commandId: `command-${commands}`, correlationId: `request-${commands}`, ...more }
}
export const bySystem = (more: Partial<CommandContext> = {}): CommandContext =>
  asked({ actor: { kind: 'system', name: 'first-start' }, ...more })

export const byAdmin = (userId: string, more: Partial<CommandContext> = {}): CommandContext =>
  asked({ actor: { kind: 'user', userId, username: 'admin', role: 'admin', shop: null }, ...more })

/** The log lines of the current test. */
const lines: string[] = []
export const logged = () => lines.map((line) => JSON.parse(line))

type More = Pick<IdentitySettings, 'demonstration' | 'passwordCost' | 'restored'>
const openTime = () => {
  let now = start
  const openLimits = () => openLimitTables({ now: () => Date.parse(now) })
  let limits = openLimits()
  return {
    clock: () => now,
    /** The limits, counted by the test's clock. */
    limits: () => limits,
    begin(): void {
      now = start
      limits = openLimits()
    },
    passes(minutes: number): void {
      now = new Date(Date.parse(now) + minutes * 60_000).toISOString()
    },
  }
}

/** A fresh identity on real engines for each test, and functions for the tests to use it. */
export const identityForEachTest = () => {
  let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
  let service: Service
  let client: IdentityClient
  const time = openTime()
  const faults: unknown[] = []

  const engines = (name = 'identity'): TestEngines => ({ ...deps.of(name), limits: time.limits() })
  const open = async (on: Engines, more: More = {}) => {
    service = await createIdentity({
      engines: on,
      settings: { ...readSettings(identitySettings, {}), secret, passwordCost, ...more },
      environment: { now: time.clock, randomBytes },
      log: openLog('silent', { write: (line) => lines.push(line) }),
    })
    client = callInProcess<typeof identityContract>(service.router, (error) => faults.push(error))
  }
  /** Opens it with a hook before each append: a failure, or a wait. */
  const reopenHindered = async (hinder: (stream: string, types: string[]) => Promise<void>) => {
    const { events, ...others } = engines()
    const append: Engines['events']['append'] = async (stream, appended, expected) => {
      const types = appended.map(({ type }) => type)
      await hinder(stream, types)
      return events.append(stream, appended, expected)
    }
    await service.close()
    await open({ ...others, events: { ...events, append } })
  }
  beforeEach(async () => {
    lines.length = 0
    time.begin()
    deps = await openTemporaryEngines()
    await open(engines())
  })
  afterEach(async () => {
    const stopped = service.followers.map((follower) => follower.fault()).filter((fault) => fault !== null)
    for (const part of [service, deps]) await part.close()
    expect([...faults.splice(0), ...stopped]).toEqual([])
  })

  return {
    engines,
    /** Errors that were not refusals; must be empty at the end of a test. */
    faults,
    /** Opens it again, on the same engines unless others are given. */
    async reopen(...[on = engines(), more]: Partial<Parameters<typeof open>>) {
      await service.close()
      await open(on, more)
    },
    reopenHindered,
    /** Opens it so that such appends fail, as if the process died right before them. @returns how many failed */
    async reopenCutOff(isCutOff: (stream: string, types: string[]) => boolean) {
      let failures = 0
      await reopenHindered(async (stream, types) => {
        if (!isCutOff(stream, types)) return
        failures += 1
        throw new Error('cut off')
      })
      return () => failures
    },
    async restart() {
      await service.close()
      await deps.reopen()
      await open(engines())
    },
    clock: time.clock,
    passes: time.passes,
    ...words(
      () => client,
      () => engines().events.readAll(null, 1000),
    ),
  }
}

const securityWords = (client: () => IdentityClient) => ({
  recordSecurityEvents: (...events: Parameters<IdentityClient['recordSecurityEvents']>[0]['events']) =>
    client().recordSecurityEvents({ events }),
  securityEvents: (wanted: Partial<Parameters<IdentityClient['securityEvents']>[0]> = {}) =>
    client().securityEvents({
      ...{ kind: null, accountId: null, from: null, to: null, limit: 100, cursor: null },
      ...wanted,
    }),
})

const adminWords = (client: () => IdentityClient) => ({
  assignShop: async (accountId: string, shop: Shop, by = bySystem()) =>
    (await client().assignShop({ asked: by, accountId, ...shop })).agent,
  changeRole: async (accountId: string, role: Role, by = bySystem()) =>
    (await client().changeRole({ asked: by, accountId, role })).user,
  verifyAccount: (accountId: string, by = bySystem()) => client().verifyAccount({ asked: by, accountId }),
  deleteAccount: (accountId: string, role: Role | null = null, by = bySystem()) =>
    client().deleteAccount({ asked: by, accountId, role }),
})

const secondFactorWords = (client: () => IdentityClient) => ({
  loginWithCode: (
    { email, password }: Pick<Applicant, 'email' | 'password'>,
    code: string,
    more: {
      readonly network?: string
      readonly device?: string | null
      readonly by?: CommandContext
      keepSignedIn?: boolean
    } = {},
  ) => {
    const { by = asked(), keepSignedIn = false, ...from } = more
    return client().login({ asked: by, email, password, code, keepSignedIn, ...from })
  },
  setUpSecondFactor: (accountId: string, password: string, by = asked()) =>
    client().setUpSecondFactor({ asked: by, accountId, password }),
  confirmSecondFactor: (accountId: string, code: string, by = asked()) =>
    client().confirmSecondFactor({ asked: by, accountId, code }),
  removeSecondFactor: async (accountId: string, password: string, code: string) =>
    (await client().removeSecondFactor({ asked: asked(), accountId, password, code })).user,
  takeSecondFactor: async (accountId: string, by = bySystem()) =>
    (await client().takeSecondFactor({ asked: by, accountId })).user,
})

const words = (client: () => IdentityClient, storedEvents: () => Promise<StoredEvent[]>) => {
  const register = async (person: Applicant, by = asked()) =>
    (await client().register({ asked: by, ...person })).accountId
  const verify = (token: string) => client().verifyEmail({ asked: asked(), token })
  const linkMail = (accountId: string, linkId = '') => client().linkMail({ accountId, linkId })
  /** The mail of the first link: to the account, or to the owner of the address. */
  const firstMail = async (accountId: string) =>
    client().linkMail({ accountId, linkId: (await readLinks(accountId))[0] ?? '', tellsOwner: true })
  const readLinks = async (accountId: string) =>
    (await storedEvents())
      .filter(({ type, stream }) => type === 'LinkIssued' && stream === `account-${accountId}`)
      .map(({ data }) => (data as { linkId: string }).linkId)
  /** The tokens in the mails of all its links, oldest first. */
  const readTokens = async (accountId: string) =>
    Promise.all((await readLinks(accountId)).map(async (linkId) => (await linkMail(accountId, linkId))?.token ?? null))
  const lastToken = async (accountId: string) => (await readTokens(accountId)).at(-1) ?? ''

  return {
    client,
    storedEvents,
    register,
    async registerAndVerify(person: Applicant) {
      const accountId = await register(person)
      await verify(await lastToken(accountId))
      return accountId
    },
    openAccount: async (person: Applicant, more: object = {}, by = bySystem()) =>
      (await client().openAccount({ asked: by, ...person, role: 'user', shop: null, ...more })).accountId,
    login: ({ email, password }: Pick<Applicant, 'email' | 'password'>, keepSignedIn = false, by = asked()) =>
      client().login({ asked: by, email, password, keepSignedIn }),
    loginFrom: (
      network: string,
      { email, password }: Pick<Applicant, 'email' | 'password'>,
      device: string | null = null,
    ) => client().login({ asked: asked(), email, password, keepSignedIn: false, network, device }),
    logout: (token: string) => client().logout({ asked: asked(), token }),
    session: (token: string, more: { readonly using?: boolean } = {}) => client().session({ token, ...more }),
    hasAdmin: () => client().hasAdmin(),
    updateProfile: async (accountId: string, changes: Partial<Profile>, by = asked()) =>
      (await client().updateProfile({ asked: by, accountId, ...changes })).user,
    forgotPassword: (email: string, by = asked(), network = '203.0.113.1') =>
      client().forgotPassword({ asked: by, email, network }),
    resetPassword: (token: string, password: string, by = asked()) =>
      client().resetPassword({ asked: by, token, password }),
    agents: () => client().agents(),
    users: (wanted: Partial<Parameters<IdentityClient['users']>[0]> = {}) =>
      client().users({ search: null, role: null, sort: 'recent', limit: 100, cursor: null, ...wanted }),
    names: (...accountIds: string[]) => client().names({ accountIds }),
    byUsername: (username: string) => client().byUsername({ username }),
    ...adminWords(client),
    ...securityWords(client),
    ...secondFactorWords(client),
    parked: () => client().parked(),
    replay: (topic: string, group: string, key: string) => client().replay({ topic, group, key }),
    verify,
    linkMail,
    firstMail,
    readLinks,
    readTokens,
    lastToken,
  }
}
