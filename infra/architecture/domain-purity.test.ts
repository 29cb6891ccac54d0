import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { plantTree, root } from './planted-tree.ts'

const { tree, remove } = plantTree()
afterAll(remove)

const run = (tool: string, ...args: string[]) => {
  const { stdout, error } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: tree,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  return stdout
}
/** Every line of a planted file, as `file:line`. */
const getLines = (file: string) => {
  const lines = readFileSync(join(tree, file), 'utf8').trimEnd().split('\n')
  return lines.map((_, index) => `${file}:${index + 1}`)
}
const places = (output: string, pattern: RegExp) =>
  [
    ...new Set(
      [...output.matchAll(pattern)].map(([, file = '', line]) => `${relative(tree, resolve(tree, file))}:${line}`),
    ),
  ].sort()

test('the linter forbids domain files time, chance, ids and settings, and allows them in tests', () => {
  const output = run(
    'biome',
    'lint',
    '--vcs-enabled=false',
    '--reporter=github',
    '--diagnostic-level=error',
    'services',
  )
  expect(places(output, /file=([^,]+),line=(\d+)/g)).toEqual(getLines('services/identity/src/domain/asks-the-world.ts'))
  expect(output).toContain('enter through the command')
})

test('a domain file that uses the machine or the browser does not compile', () => {
  const output = run('tsc', '-p', 'services/identity/src/domain', '--pretty', 'false')
  const asked = getLines('services/identity/src/domain/uses-the-machine.ts')
  expect(places(output, /^(\S+)\((\d+),/gm)).toEqual(expect.arrayContaining(asked))
  expect(output).not.toContain('stays-pure')
})

test('every domain folder compiles by the shared rule', () => {
  const folders = globSync('services/*/src/domain', { cwd: root })
  expect(folders.length).toBeGreaterThanOrEqual(5)
  for (const folder of folders) {
    expect(JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8')), folder).toEqual({
      extends: '../../../tsconfig.domain.json',
    })
  }
})
