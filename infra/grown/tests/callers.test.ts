import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  deliveryContract,
  identityContract,
  mayAsk,
  notificationContract,
  paymentContract,
  revenueContract,
} from '@tuma/contracts/services'
import { expect, test } from 'vitest'
import { callersOf, processes, services } from '../src/processes.ts'

const root = join(import.meta.dirname, '../../..')
const contracts: Readonly<Record<string, object>> = {
  identity: identityContract,
  payment: paymentContract,
  delivery: deliveryContract,
  revenue: revenueContract,
  notification: notificationContract,
}
type Service = keyof typeof mayAsk
const listed = (asked: string): Readonly<Record<string, readonly string[]>> => mayAsk[asked as Service]

/** The launcher's are those of the demonstration. */
const sourcesOf = (caller: string): string[] =>
  caller === 'launcher'
    ? ['infra/grown/src/*.ts', 'infra/one-process/src/seed.ts']
    : [`${processes[caller as Service].workspace}/src/**/*.ts`]

/** `identity.linkMail(…)`, or of an object of them: `services.identity.users(…)`. */
const askedOf = (asked: string, caller: string): string[] => {
  const code = globSync(sourcesOf(caller), { cwd: root })
    .filter((file) => !/\.test(-d)?\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const found = [...code.matchAll(new RegExp(`\\b${asked}\\s*[.](\\w+)\\(`, 'g'))].map(([, call = '']) => call)
  return [...new Set(found)].filter((call) => Object.hasOwn(contracts[asked] as object, call)).sort()
}

/** What is asked of every service alike, whatever it is called there. */
const ofAll = ['behind', 'damaged', 'degraded', 'lagging', 'parked', 'replay']

const pairs = services.flatMap((asked) => Object.keys(listed(asked)).map((caller) => [caller, asked] as const))

test.each(pairs)('%s may ask %s for what its sources ask for, no more and no less', (caller, asked) => {
  const may = (listed(asked)[caller] ?? []).filter((call) => caller !== 'bff' || !ofAll.includes(call))
  expect(askedOf(asked, caller)).toEqual(may.toSorted())
})

test.each(services)('who asks %s by the table of processes has its calls listed, and nobody else', (asked) => {
  const callers = Object.keys(listed(asked)).filter((caller) => caller !== 'launcher')
  expect(callers.sort()).toEqual(callersOf(asked).toSorted())
})

test('an account that is an admin from the start is opened for the launcher alone', () => {
  const openers = pairs.filter(([caller, asked]) => listed(asked)[caller]?.includes('openAccount'))
  expect(openers).toEqual([['launcher', 'identity']])
})
