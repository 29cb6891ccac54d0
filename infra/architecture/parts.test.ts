import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parts } from '../../vitest.config.ts'
import { root } from './planted-tree.ts'

/** A test that belongs to no part never runs, and one of two parts runs twice. */
const toParts = (file: string) =>
  Object.entries(parts)
    .filter(([, { of }]) => of.some((pattern) => matchesGlob(file, pattern)))
    .filter(([, { but = [] }]) => !but.some((pattern) => matchesGlob(file, pattern)))
    .map(([part]) => part)

const files = globSync('**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|[\\/])(node_modules|dist|violations|[.]\w+)$/.test(path),
}).map((file) => file.replaceAll('\\', '/'))

test('every test belongs to exactly one part', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(files.map((file) => [file, toParts(file)]).filter(([, found]) => found?.length !== 1)).toEqual([])
})

test('every part has tests', () => {
  expect([...new Set(files.flatMap(toParts))].sort()).toEqual(Object.keys(parts).sort())
})

test('every part belongs to `npm test` or to `npm run test:engines`', () => {
  const launched = readFileSync(join(root, 'infra/launch/test.mjs'), 'utf8')
  const run = [...launched.matchAll(/ {2}(\w+): \{\s+title: [^}]+\scommands: \[vitest\('(\w+)'\)\],?\s+\}/g)]
  expect(run.map(([, part]) => part)).toEqual(run.map(([, , tests]) => tests))
  expect(run.map(([, part]) => part)).toEqual(expect.arrayContaining(Object.keys(parts)))
})

describe('the path of a test decides its part', () => {
  test.each([
    ['services/delivery/src/domain/weight.test.ts', ['unit']],
    ['services/platform/src/event-sourcing/weight.test.ts', ['unit']],
    ['services/platform/src/engines/embedded/weight.test.ts', ['services']],
    ['services/delivery/src/weight.test.ts', ['services']],
    ['services/delivery/src/handlers/weight.test.ts', ['services']],
    ['frontends/agent/src/features/weigh/screen.test.tsx', ['screens']],
    ['frontends/agent/src/features/weigh/weights.test.ts', ['screens']],
    ['infra/one-process/api/weights.test.ts', ['product']],
    ['infra/e2e/weights.e2e.test.ts', ['browser']],
    ['infra/e2e/weights.crash.test.ts', ['crashes']],
    ['infra/engines/tests/weights.engine.test.ts', ['engines']],
    ['infra/grown/tests/weights.engine.test.ts', ['processes']],
    ['weights/weight.test.ts', []],
  ])('%s: %j', (file, found) => expect(toParts(file)).toEqual(found))
})
