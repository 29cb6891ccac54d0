import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { reads, writes } from './releases/bagged-parcels.ts'
import { patchedRelease } from './releases/patched-release.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * Names that the release uses and does not have. Types may differ, because files that were not copied have fewer words.
 */
const unknownNames = (folder: string): Promise<string[]> =>
  new Promise((resolve) => {
    const tsc = join(root, 'node_modules/.bin/tsc')
    execFile(tsc, ['-p', folder], { maxBuffer: 2 ** 26, shell: process.platform === 'win32' }, (_error, stdout) => {
      resolve(stdout.split('\n').filter((line) => line.includes('TS2304')))
    })
  })

test.each([
  ['reads', reads],
  ['writes', writes],
])('the release that %s a new event can be made from today’s source', async (name, patches) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-releases-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  patchedRelease(name, folder, patches)
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  expect(await unknownNames(folder)).toEqual([])
})
