import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/**
 * A product of two workspaces with the real `knip.jsonc`; installed packages can be imported undeclared, as in ours.
 */
let product: string
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(product, path)), { recursive: true })
  writeFileSync(join(product, path), text)
}
const room = (name: string, ...dependencies: string[]) =>
  JSON.stringify({
    name,
    type: 'module',
    private: true,
    dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, '*'])),
  })
const complaints = (...words: string[]) => {
  const { stdout, error } = spawnSync(
    join(root, 'node_modules/.bin/knip'),
    [...words, '--no-progress', '--no-config-hints'],
    { cwd: product, encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (error) throw error
  return stdout
}
const undeclared = () => complaints('--strict', '--include', 'unlisted')

beforeEach(() => {
  product = realpathSync(mkdtempSync(join(tmpdir(), 'tuma-declared-')))
  cpSync(join(root, 'knip.jsonc'), join(product, 'knip.jsonc'))
  put('package.json', JSON.stringify({ name: 'house', private: true, workspaces: ['bff', 'services/*'] }))
  put('services/payment/package.json', room('@tuma/payment'))
  put('services/payment/src/main.ts', '')
  symlinkSync(join(root, 'node_modules'), join(product, 'node_modules'))
})
afterEach(() => rmSync(product, { recursive: true, force: true }))

test('a workspace declares what it imports in production, even if a neighbour already brings it', () => {
  put('bff/package.json', room('@tuma/bff', '@orpc/zod'))
  put('bff/src/main.ts', "import '@orpc/zod'\nimport '@orpc/contract'\nimport '@tuma/payment'\n")
  expect(undeclared()).toMatch(/@orpc\/contract +bff\/src\/main[.]ts:2/)
  expect(undeclared()).toMatch(/@tuma\/payment +bff\/src\/main[.]ts:3/)

  put('bff/package.json', room('@tuma/bff', '@orpc/zod', '@orpc/contract', '@tuma/payment'))
  expect(undeclared()).toBe('')
})

test('unused dependencies, files and exports are named', () => {
  put('bff/package.json', room('@tuma/bff', '@orpc/client'))
  put('bff/src/main.ts', "import { used } from './used.ts'\nconsole.log(used)\n")
  put('bff/src/used.ts', 'export const used = 1\nexport const asked = 2\n')
  put('bff/src/nobody.ts', 'export const nobody = 1\n')
  const said = complaints()
  for (const unused of ['@orpc/client', 'bff/src/nobody.ts', 'asked']) expect(said).toContain(unused)
})
