import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/** `git log` and most mail programs cut what is longer. */
const maxLength = 72
/** Subjects of commits before then were longer. */
const since = '2026-11-29T17:00:00Z'

const selectTooLong = (subjects: readonly string[]): string[] => subjects.filter((one) => [...one].length > maxLength)

// An archive of the sources has no history.
test.skipIf(!existsSync(join(root, '.git')))(`the subject of a commit has at most ${maxLength} characters`, () => {
  const log = execFileSync('git', ['log', `--since=${since}`, '--format=%s'], { cwd: root, encoding: 'utf8' })
  expect(selectTooLong(log.split('\n'))).toEqual([])
})

test('a longer subject is found', () => {
  expect(selectTooLong(['kit: ignore clock changes', 'x'.repeat(72), 'x'.repeat(73)])).toEqual(['x'.repeat(73)])
})
