import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Caller,
  deliveryContract,
  identityContract,
  notificationContract,
  paymentContract,
  revenueContract,
} from '@tuma/contracts/services'
import { expect, test } from 'vitest'
import { launcherAsks } from '../src/plan.ts'
import { getCallers, processes, services } from '../src/processes.ts'

const root = join(import.meta.dirname, '../../..')
type Call = { readonly '~orpc': { readonly meta: { readonly callers: readonly Caller[] } } }
const contracts: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  identity: identityContract,
  payment: paymentContract,
  delivery: deliveryContract,
  revenue: revenueContract,
  notification: notificationContract,
}

/** The calls of a service that name a caller, by that caller. */
const getMarked = (asked: string): ReadonlyMap<Caller, readonly string[]> => {
  const marks = Object.entries(contracts[asked] ?? {}).flatMap(
    ([
      call,
      {
        '~orpc': { meta },
      },
    ]) => meta.callers.map((caller) => ({ caller, call })),
  )
  return new Map(
    [...Map.groupBy(marks, ({ caller }) => caller)].map(([caller, of]) => [caller, of.map(({ call }) => call)]),
  )
}

/** The launcher's sources are those of the demonstration. */
const toSources = (caller: Caller): string[] =>
  caller === 'launcher'
    ? ['infra/grown/src/*.ts', 'infra/one-process/src/seed/seed.ts']
    : [`${processes[caller].workspace}/src/**/*.ts`]

/** `identity.linkMail(…)`, or of an object of clients: `services.identity.users(…)`. */
const getAsked = (asked: string, caller: Caller): string[] => {
  const code = globSync(toSources(caller), { cwd: root })
    .filter((file) => !/\.test(-d)?\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const found = [...code.matchAll(new RegExp(`\\b${asked}\\s*[.](\\w+)\\(`, 'g'))].map(([, call = '']) => call)
  return [...new Set(found)].filter((call) => Object.hasOwn(contracts[asked] ?? {}, call)).sort()
}

/** Calls that every service has, whatever the service is called there. */
const ofAll = [
  ...['audited', 'behind', 'damaged', 'damagedCollections', 'degraded', 'lagging', 'parked', 'publishedAgain'],
  'replay',
]

const pairs = services.flatMap((asked) => [...getMarked(asked).keys()].map((caller) => [caller, asked] as const))

test.each(pairs)('%s may call exactly what its sources call of %s', (caller, asked) => {
  const may = (getMarked(asked).get(caller) ?? []).filter((call) => caller !== 'bff' || !ofAll.includes(call))
  expect(getAsked(asked, caller)).toEqual(may.toSorted())
})

test.each(services)('the calls of %s name exactly the callers in the table of processes', (asked) => {
  const launchers = launcherAsks.includes(asked) ? ['launcher'] : []
  expect([...getMarked(asked).keys()].sort()).toEqual([...getCallers(asked), ...launchers].sort())
})

test('only the launcher may open an account that is an admin from the start', () => {
  expect(identityContract.openAccount['~orpc'].meta.callers).toEqual(['launcher'])
})
