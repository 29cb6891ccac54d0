import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { reads, writes } from './releases/bagged-parcels.ts'
import { patchedRelease } from './releases/patched-release.ts'

test.each([
  ['reads', reads],
  ['writes', writes],
])('the release that %s a new event can be made of the source of today', async (name, patches) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-releases-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(patchedRelease(name, folder, patches)).toEqual({
    name,
    entry: join(folder, 'services/delivery/src/main.ts'),
  })
})
