import { expect, test } from 'vitest'
import { contract } from './index.ts'

const calls = Object.entries(contract).flatMap(([resource, ofResource]) =>
  Object.entries(ofResource).map(([name, call]) => ({
    name: `${resource}.${name}`,
    method: call['~orpc'].route.method,
    ...call['~orpc'].meta,
  })),
)
const forAdminsOnly = calls.filter(({ who }) => String(who) === 'admin')

test('every call by which only an admin changes something is recorded as an admin act', () => {
  const changing = forAdminsOnly.filter(({ method }) => method !== 'GET')
  expect(changing.length).toBeGreaterThan(12)
  expect(changing.filter(({ audited }) => audited !== 'admin-act')).toEqual([])
})

/** What an agent changes for all customers, the office reads in the audit log too. */
const forAgents = ['counter.setPosition']

test('no other call is called an admin act, but those of agents that the office must see', () => {
  const acts = calls.filter(({ audited }) => audited === 'admin-act')
  const others = acts.filter((act) => !forAdminsOnly.includes(act) || act.method === 'GET')
  expect(others.map(({ name }) => name)).toEqual(forAgents)
})

test('what admins read is recorded, unless it has no personal data', () => {
  const unrecorded = forAdminsOnly.filter(({ method, audited }) => method === 'GET' && audited === undefined)
  expect(unrecorded.map(({ name }) => name).sort()).toEqual([
    'adminDeliveries.counts',
    'adminPayments.counts',
    'adminPayments.unreadMessages',
    'adminPayments.ways',
    'approvals.counts',
    'approvals.own',
    'books.accounts',
    'books.counts',
    'books.day',
    'marketing.campaigns',
    'marketing.smsBudget',
    'network.placeCodes',
    'network.prices',
    'operations.attention',
    'operations.budgets',
    'operations.parked',
    'operations.readModels',
    'operations.repeated',
    'operations.startWarnings',
    'operations.unsent',
    'parcelMessages.list',
    'revenue.byShop',
    'revenue.overview',
    'revenue.trends',
    'statements.differenceCounts',
    'statements.kinds',
    'statements.list',
    'stickers.rolls',
    'trouble.problems',
  ])
})

test('what agents read of people is recorded', () => {
  const unrecorded = calls.filter(
    ({ method, who, audited }) => method === 'GET' && /^agent(,admin)?$/.test(String(who)) && audited === undefined,
  )
  expect(unrecorded.map(({ name }) => name).sort()).toEqual([
    'agent.askedForDue',
    'agent.counts',
    'agent.lastAskedForDue',
    'agent.riders',
    'cash.drawer',
    'cash.handOvers',
    'cash.offers',
    'cash.payIns',
    'counter.tabCounts',
    'counterParcels.today',
  ])
})
