import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/** A copy of the parcel vocabulary and of the code that decides about parcels, with one more case of `Standing`. */
const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tuma-standings-')))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const words = 'contracts/src/vocabulary/standing.ts'
const plant = (standings: string) => {
  for (const path of ['tsconfig.json', 'package.json', 'contracts', 'services/platform', 'services/delivery'])
    cpSync(join(root, path), join(tree, path), {
      recursive: true,
      filter: (from) => !/node_modules|golden|\.test\.ts$/.test(from),
    })
  mkdirSync(join(tree, 'node_modules/@tuma'), { recursive: true })
  for (const [name, path] of [
    ['contracts', 'contracts'],
    ['platform', 'services/platform'],
  ] as const)
    symlinkSync(join(tree, path), join(tree, 'node_modules/@tuma', name))
  for (const name of ['zod', '@types', '@orpc', 'immutable'])
    symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  const include = ['contracts/src/vocabulary', 'services/delivery/src/domain']
  writeFileSync(join(tree, 'tsconfig.words.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  const text = readFileSync(join(root, words), 'utf8')
  const planted = text.replace(
    "  'cancelled',\n] as const\nexport type Standing",
    `${standings}] as const\nexport type Standing`,
  )
  writeFileSync(join(tree, words), planted)
}

const filesThatDoNotCompile = () => {
  const { stdout, error } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', 'tsconfig.words.json', '--pretty', 'false'],
    {
      cwd: tree,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (error) throw error
  return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\)/gm)].map(([, file]) => file))].sort()
}

test('code that decides by a parcel’s standing does not compile until it handles each case', () => {
  plant("  'cancelled',\n  'burnt',\n")
  expect(filesThatDoNotCompile()).toEqual(
    expect.arrayContaining([
      'contracts/src/vocabulary/hand-over.ts',
      'contracts/src/vocabulary/standing.ts',
      'contracts/src/vocabulary/way.ts',
      'services/delivery/src/domain/trouble/way-back.ts',
    ]),
  )
  writeFileSync(join(tree, words), readFileSync(join(root, words)))
  expect(filesThatDoNotCompile()).toEqual([])
})
