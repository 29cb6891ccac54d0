import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const attempt = (cwd: string, ...args: string[]) => {
  try {
    return git(cwd, ...args)
  } catch {
    return undefined
  }
}

/** Golden files that differ from the ones already published: on origin's main where there is one, else in HEAD. */
const touchedGoldenFiles = (repository: string) => {
  const published =
    attempt(repository, 'merge-base', 'HEAD', 'origin/main') ?? attempt(repository, 'rev-parse', '--verify', 'HEAD')
  if (!published) return [] // Nothing is committed, so nothing is published.
  const changed = git(repository, 'diff', '--name-only', '--diff-filter=MDRT', published, '--', 'contracts/golden')
  return changed.split('\n').filter(Boolean)
}

test('published golden files are as they were', ({ skip }) => {
  skip(attempt(root, 'rev-parse', '--git-dir') === undefined, 'not a git clone: nothing to compare with')
  expect(touchedGoldenFiles(root)).toEqual([])
})

let clone: string
const golden = (name: string) => join(clone, 'contracts/golden', name)
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'tuma-golden-'))
  mkdirSync(golden(''), { recursive: true })
  writeFileSync(golden('first.v1.json'), '{ "a": 1 }')
  git(clone, 'init', '--initial-branch=main')
  git(clone, 'add', '.')
  git(clone, '-c', 'user.name=a', '-c', 'user.email=a@tuma.test', 'commit', '-m', 'publish')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

test('a new golden file is welcome', () => {
  writeFileSync(golden('second.v1.json'), '{}')
  git(clone, 'add', '.')
  expect(touchedGoldenFiles(clone)).toEqual([])
})

test('a changed golden file is caught, committed or not', () => {
  git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  writeFileSync(golden('first.v1.json'), '{ "a": 2 }')
  expect(touchedGoldenFiles(clone)).toEqual(['contracts/golden/first.v1.json'])
  git(clone, '-c', 'user.name=a', '-c', 'user.email=a@tuma.test', 'commit', '-am', 'change')
  expect(touchedGoldenFiles(clone)).toEqual(['contracts/golden/first.v1.json'])
})

test('a removed or renamed golden file is caught', () => {
  renameSync(golden('first.v1.json'), golden('first.v2.json'))
  git(clone, 'add', '.')
  expect(touchedGoldenFiles(clone)).toHaveLength(1)
  rmSync(golden('first.v2.json'))
  expect(touchedGoldenFiles(clone)).toEqual(['contracts/golden/first.v1.json'])
})
