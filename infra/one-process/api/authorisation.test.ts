import { randomBytes } from 'node:crypto'
import { type RefusalCode, type Role, refusals } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type CallName, calls, inPath, make, wrongWith } from './calls.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import {
  emptyBooks,
  fileNeeded,
  goodInputs,
  linkNeeded,
  neverInDemonstration,
  nothingDoubted,
  nothingRegistered,
} from './good-inputs.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/**
 * The people who make each call, with the role that the access policy sees. The parcels belong to the client and go
 * from one shop to another.
 */
const people = {
  nobody: null,
  'a person with a garbage token': null,
  'a person whose session has expired': null,
  'a person who has logged out': null,
  client: 'user',
  'another client': 'user',
  'agent of the sending shop': 'agent',
  'agent of the receiving shop': 'agent',
  'agent of another shop': 'agent',
  admin: 'admin',
} as const satisfies Record<string, Role | null>
type Person = keyof typeof people
const everybody = Object.keys(people) as Person[]

type Ownership = Partial<Record<Person, RefusalCode>>
const hidden = (...from: Person[]): Ownership =>
  Object.fromEntries(from.map((person) => [person, 'not_found' as const]))

const ofTheClient = hidden(
  'another client',
  'agent of the sending shop',
  'agent of the receiving shop',
  'agent of another shop',
)
const stepOfSender: Ownership = {
  ...hidden('agent of another shop'),
  'agent of the receiving shop': 'not_allowed',
}
const stepOfReceiver: Ownership = {
  ...hidden('agent of another shop'),
  'agent of the sending shop': 'not_allowed',
}
/** Calls that ask for more than a role, and the people who are refused because the thing is not theirs. */
const ownership: Partial<Record<CallName, Ownership>> = {
  'deliveries.countAll': ofTheClient,
  'deliveries.countByStatus': ofTheClient,
  'deliveries.ownDoorstep': ofTheClient,
  'deliveries.ownDukani': ofTheClient,
  'deliveries.detail': hidden('another client', 'agent of another shop'),
  // Each person tries to end another session of their own.
  'sessions.end': {},
  // A person who has not sent to the saved receiver has no entry to forget.
  'savedPeople.forget': {},
  'agent.drop': stepOfSender,
  'agent.putInTransit': stepOfSender,
  'agent.assignRider': stepOfSender,
  'agent.markDelivered': stepOfReceiver,
  'agent.askForDue': hidden('agent of another shop'),
  'agent.lastAskedForDue': hidden('agent of another shop'),
  'agent.askedForDue': hidden('agent of another shop'),
  'agent.markCollected': stepOfReceiver,
  'collecting.collect': stepOfReceiver,
  'collecting.newCode': hidden('another client', 'agent of another shop'),
  'agent.assignPicker': stepOfReceiver,
  'trouble.hold': hidden('agent of another shop'),
  'trouble.lift': hidden('agent of another shop'),
  'trouble.decide': ofTheClient,
  'trouble.changePhone': ofTheClient,
  'trouble.addPhoto': {},
  'trouble.photo': {},
  'counter.label': { 'another client': 'parcel_not_found', 'agent of another shop': 'parcel_not_found' },
  'counter.labels': hidden('another client', 'agent of another shop'),
  'bookings.get': hidden('agent of the receiving shop', 'agent of another shop'),
  'bookings.change': hidden('agent of the receiving shop', 'agent of another shop'),
  'stickers.add': hidden('agent of another shop'),
  'counterParcels.void': hidden('agent of the receiving shop', 'agent of another shop'),
  // An offer of other agents is hidden from all agents: cash-offers.test.ts.
  'cash.passOn': {},
  'cash.endOffer': {},
}
const withoutSession: readonly Person[] = [
  'a person with a garbage token',
  'a person whose session has expired',
  'a person who has logged out',
]
/**
 * A client whose session has ended must be refused here. Otherwise the request would be made without an account, and
 * the client would find out too late.
 */
const unlessEnded: readonly CallName[] = [
  'requests.doorstep',
  'requests.dukani',
  'payment.verify',
  'payment.askPrompt',
  'payment.openLink',
  'collecting.newCodeOfTracked',
  'payment.claimReceipt',
  'support.send',
]

const getRefusal = ({ name, who }: Call, person: Person): RefusalCode | null => {
  const role = people[person]
  if (unlessEnded.includes(name) && withoutSession.includes(person)) return 'not_signed_in'
  if (name === 'payment.prompt' && withoutSession.includes(person)) return 'not_found'
  if (who === 'anyone') return linkNeeded.includes(name) ? 'link_invalid' : null
  if (role === null) return 'not_signed_in'
  if (!(who as readonly Role[]).includes(role)) return 'not_allowed'
  if (neverInDemonstration.includes(name)) return 'not_allowed'
  return notHere(name) ?? ownership[name]?.[person] ?? null
}

/** Calls for which the demonstration has no data. */
const notHere = (name: CallName): RefusalCode | null => {
  if (nothingDoubted.includes(name)) return 'payment_not_doubted'
  if (nothingRegistered.includes(name)) return 'confirmations_off'
  if (!fileNeeded.includes(name)) return emptyBooks[name] ?? null
  return name === 'statements.upload' || name === 'trouble.addPhoto' ? 'bad_input' : 'not_found'
}

let product: TestProduct
let fixtures: Fixtures
/** Sends the session in a header, so that a cookie of an answer cannot change who asks. */
const headers = new Map<Person, Record<string, string>>()
let now = Date.now()

beforeAll(async () => {
  const environment = { now: () => new Date(now).toISOString(), randomBytes: (count: number) => randomBytes(count) }
  product = await openTestProduct({ SUPPORT_MESSAGES_PER_HOUR: '1000' }, environment)
  const getToken = (person: Visitor) => ({ authorization: `Bearer ${person.cookie('tuma_session')}` })

  headers.set('a person whose session has expired', getToken(await product.signedIn('client')))
  now += 13 * 60 * 60_000
  const leaving = await product.signedIn('client')
  headers.set('a person who has logged out', getToken(leaving))
  await leaving.get('/api/users/logout')
  fixtures = await openFixtures(product)
  headers.set('nobody', {})
  headers.set('a person with a garbage token', { authorization: 'Bearer garbage' })
  headers.set('client', getToken(fixtures.client))
  headers.set('another client', getToken(fixtures.otherClient))
  headers.set('agent of the sending shop', getToken(fixtures.cbd))
  headers.set('agent of the receiving shop', getToken(fixtures.thika))
  headers.set('agent of another shop', getToken(fixtures.kitengela))
  headers.set('admin', getToken(fixtures.admin))
})
afterAll(() => product.close())

const getAnswer = async (call: Call, person: Person) => {
  const visitor = product.stranger(headers.get(person))
  // A person without a session cannot have paid under one, so a stranger pays.
  const payer = withoutSession.includes(person) ? product.stranger() : visitor
  return make(visitor, call, (await goodInputs[call.name](fixtures, payer)) as object | undefined)
}

// Logging out ends the session of its caller, so it comes last.
const logout = calls.filter(({ name }) => name === 'users.logout')
const inOrder = [...calls.filter((call) => !logout.includes(call)), ...logout]

describe.each(inOrder)('$name', (call) => {
  test.each(everybody)('asked by %s', async (person) => {
    const answer = await getAnswer(call, person)
    const code = getRefusal(call, person)
    if (code === null) expect(answer.status, JSON.stringify(answer.body)).toBe(call.goodStatus)
    else expect(answer.body).toMatchObject({ code, status: refusals[code].status })
    expect(wrongWith(call, answer)).toBeNull()
  })
})

/** These calls name their parcels in the body, not in the path. */
const namedInBody: readonly CallName[] = ['counter.labels']

test('every call about a person’s own things says whose they are', () => {
  const aboutThings = calls.filter(
    ({ name, path, who }) =>
      (inPath(path).length > 0 || namedInBody.includes(name)) && who !== 'anyone' && String(who) !== 'admin',
  )
  expect(aboutThings.map(({ name }) => name).sort()).toEqual(Object.keys(ownership).sort())
})

test('the contract has calls for all people, for clients, for agents and for admins', () => {
  expect(new Set(calls.map(({ who }) => String(who)))).toEqual(
    new Set(['anyone', 'user,agent,admin', 'user,agent', 'agent', 'agent,admin', 'admin']),
  )
})
