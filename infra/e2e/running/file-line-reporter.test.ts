import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Runs these test files with a vitest of their own. */
const runTests = (files: Readonly<Record<string, string>>) => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/reported-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const reporter = join(import.meta.dirname, 'file-line-reporter.ts')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--root', folder, '--mode', 'unit', '--reporter', reporter]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const log = readFileSync(join(folder, '.cache/test-logs/unit.log'), 'utf8')
  return { said: stripVTControlCharacters(stdout + stderr), log: stripVTControlCharacters(log), status }
}

const parcels = `import { writeSync } from 'node:fs'
import { expect, test } from 'vitest'
test('is weighed', () => {
  console.log('a word of the test')
  console.error('a complaint of the test')
  writeSync(1, 'a word of the service\\n')
  writeSync(2, '{"level":50,"msg":"a fault of the service"}\\n')
})
test('takes its time', () => new Promise((resolve) => setTimeout(resolve, 400)))`
const rates = `import { expect, test } from 'vitest'
test('are kept', () => expect(1).toBe(2))
test('are rounded', () => {})`

test('a run prints a line a file, its failures and the summary; logs go to a file', () => {
  const { said, log, status } = runTests({ 'parcels.test.ts': parcels, 'rates.test.ts': rates })
  expect(status).toBe(1)
  expect(said).toMatch(/^2 test files$/m)
  expect(said.match(/^ . \w+\.test\.ts \(.+\)(?= \d+ms$)/gm)?.sort()).toEqual([
    ' ✓ parcels.test.ts (2 tests)',
    ' ❯ rates.test.ts (2 tests | 1 failed)',
  ])
  expect(said).toMatch(/FAIL {2}rates\.test\.ts > are kept\nAssertionError: expected 1 to be 2/)
  expect(said).toMatch(/Tests {2}1 failed \| 3 passed/)
  for (const quiet of ['takes its time', 'a word of', 'a complaint of', 'a fault of']) expect(said).not.toContain(quiet)
  for (const kept of [
    'a word of the test',
    'a complaint of the test',
    'a word of the service',
    'a fault of the service',
  ])
    expect(log).toContain(kept)
})
