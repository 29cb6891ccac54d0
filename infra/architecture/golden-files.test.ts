import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

const goldenFolders = ['contracts/golden', 'services/*/golden']
/** Files that must not change after a release, because people's data were written with it. */
const keptForEver = [
  ...goldenFolders.map((folder) => `${folder}/*.v*.json`),
  'infra/one-process/history/*/tuma.db.br',
  'infra/one-process/history/*/secret.key',
]
const howTo = 'New samples are kept by node services/platform/src/testing/keep-golden.ts <workspace>; kept ones stay.'

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const attempt = (cwd: string, ...args: string[]) => {
  try {
    return git(cwd, ...args)
  } catch {
    return undefined
  }
}

type Hashes = Record<string, string>
const computeHash = (file: string) =>
  createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).digest('hex')

/** For each folder of samples: its list, and its files. */
const getSamples = (repository: string) => {
  const files = globSync(
    goldenFolders.map((folder) => `${folder}/*.v*.json`),
    { cwd: repository },
  )
  const lists = globSync(
    goldenFolders.map((folder) => `${folder}/kept.json`),
    { cwd: repository },
  )
  const folders = [...new Set([...files, ...lists].map((file) => dirname(file)))].sort()
  return folders.map((folder) => {
    const own = files.filter((file) => dirname(file) === folder)
    const found: Hashes = Object.fromEntries(own.map((file) => [basename(file), computeHash(join(repository, file))]))
    const list = lists.find((file) => dirname(file) === folder)
    const kept: Hashes = list ? JSON.parse(readFileSync(join(repository, list), 'utf8')) : {}
    return { folder, kept, found }
  })
}

/**
 * Kept files that differ from the published ones: on origin's main if it exists, otherwise in HEAD. Before the tag
 * 1.0.0 there are none, because samples may then still be made again.
 */
const touched = (repository: string): string[] => {
  if (!attempt(repository, 'rev-parse', '--verify', 'refs/tags/v1.0.0')) return []
  const published =
    attempt(repository, 'merge-base', 'HEAD', 'origin/main') ?? attempt(repository, 'rev-parse', '--verify', 'HEAD')
  if (!published) return [] // Nothing is committed, so nothing is published.
  const paths = keptForEver.map((path) => `:(glob)${path}`)
  const changed = git(repository, 'diff', '--name-only', '--no-renames', '--diff-filter=MDT', published, '--', ...paths)
  return changed.split('\n').filter(Boolean)
}

test.each(getSamples(root))('$folder matches its list', ({ kept, found }) => {
  expect(found, howTo).toEqual(kept)
})

test('every service that stores events has samples', () => {
  const storing = globSync('services/*/src/stored-events.ts', { cwd: root }).map((file) => file.split('/')[1])
  const withSamples = getSamples(root).flatMap(({ folder }) => /^services\/([^/]+)/.exec(folder)?.[1] ?? [])
  expect(withSamples.sort()).toEqual(storing.sort())
})

test('published samples are unchanged', ({ skip }) => {
  skip(attempt(root, 'rev-parse', '--git-dir') === undefined, 'not a git clone: the lists alone must do')
  expect(touched(root)).toEqual([])
})

describe('of a repository with one sample', () => {
  let clone: string
  const golden = (name: string) => join(clone, 'services/parcels/golden', name)
  const commit = (...args: string[]) =>
    git(clone, '-c', 'user.name=a', '-c', 'user.email=a@tuma.test', 'commit', '-m', 'a step', ...args)
  const isAsListed = () => getSamples(clone).every(({ kept, found }) => isDeepStrictEqual(kept, found))
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'tuma-golden-'))
    mkdirSync(golden(''), { recursive: true })
    writeFileSync(golden('First.v1.json'), '{ "a": 1 }')
    writeFileSync(golden('kept.json'), JSON.stringify({ 'First.v1.json': computeHash(golden('First.v1.json')) }))
    git(clone, 'init', '--initial-branch=main')
    git(clone, 'add', '.')
    commit()
    git(clone, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    git(clone, 'tag', 'v1.0.0')
  })
  afterEach(() => rmSync(clone, { recursive: true, force: true }))

  test('a new sample is accepted once it is listed', () => {
    writeFileSync(golden('First.v2.json'), '{}')
    git(clone, 'add', '.')
    expect(touched(clone)).toEqual([])
    expect(isAsListed()).toBe(false)
    const list = {
      'First.v1.json': computeHash(golden('First.v1.json')),
      'First.v2.json': computeHash(golden('First.v2.json')),
    }
    writeFileSync(golden('kept.json'), JSON.stringify(list))
    expect(isAsListed()).toBe(true)
  })

  test('a changed sample is found by its list, and by git if the list was changed too', () => {
    expect(isAsListed()).toBe(true)
    writeFileSync(golden('First.v1.json'), '{ "a": 2 }')
    expect(isAsListed()).toBe(false)
    writeFileSync(golden('kept.json'), JSON.stringify({ 'First.v1.json': computeHash(golden('First.v1.json')) }))
    expect(isAsListed()).toBe(true)
    expect(touched(clone)).toEqual(['services/parcels/golden/First.v1.json'])
    commit('-a')
    expect(touched(clone)).toEqual(['services/parcels/golden/First.v1.json'])
  })

  test('a changed sample is accepted until 1.0.0 is released', () => {
    git(clone, 'tag', '--delete', 'v1.0.0')
    writeFileSync(golden('First.v1.json'), '{ "a": 2 }')
    expect(touched(clone)).toEqual([])
  })

  test('a removed or renamed sample is found', () => {
    renameSync(golden('First.v1.json'), golden('First.v2.json'))
    expect(isAsListed()).toBe(false)
    git(clone, 'add', '.')
    expect(touched(clone)).toEqual(['services/parcels/golden/First.v1.json'])
    rmSync(golden('First.v2.json'))
    expect(isAsListed()).toBe(false)
    expect(touched(clone)).toEqual(['services/parcels/golden/First.v1.json'])
  })

  test('line ends of another system change nothing', () => {
    writeFileSync(golden('Second.v1.json'), '{\r\n}\r\n')
    writeFileSync(golden('Third.v1.json'), '{\n}\n')
    expect(computeHash(golden('Second.v1.json'))).toBe(computeHash(golden('Third.v1.json')))
  })
})
