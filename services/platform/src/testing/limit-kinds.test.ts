import { expect, test } from 'vitest'
import { limitKindsIn } from './limit-kinds.ts'

test.each([
  ["const pass = limitRequests(counts, { name: 'own data', most: 20 })", 'own data'],
  ["limitRequests(engines.limits, { name: 'own data', most: 20 })", 'own data'],
  ["limitAttempts(\n  counts,\n  { name: 'own data', most },\n)", 'own data'],
  ["countRequests( counts, { most, name: 'own data' })", 'own data'],
  ["await engines.limits.count('own data', key, rule)", 'own data'],
  ["counts.count('own data', key, rule)", 'own data'],
  ["export const ofData: Rules = { name: 'own data', most: 20 }", 'own data'],
  ['limitRequests(counts, rule)', 'unnamed'],
  ['limits.count(kind, key, rule)', 'unnamed'],
])('a limit that is made by %s is found', (source, kind) => expect(limitKindsIn(source, 'unnamed')).toEqual([kind]))

test.each([
  'export const limitRequests = (limits: LimitCounts, limit: Limit) =>',
  'limitAttempts(limits, limit)',
  'orders.count()',
])('no limit is made by %s', (source) => expect(limitKindsIn(source, 'unnamed')).toEqual([]))
