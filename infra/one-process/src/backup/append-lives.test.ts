import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@tuma/platform/engines'
import { RevisionConflict } from '@tuma/platform/ports'
import { expect, onTestFinished, test } from 'vitest'
import { openAppending } from './append-lives.ts'
import { accountOf } from './lives.ts'

test('what can not be appended is told to who appends next, and to who ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-appending-'))
  const engines = await openEmbedded({ folder, filling: { eventsAtOnce: 5 } })
  onTestFinished(async () => {
    await engines.close()
    await rm(folder, { recursive: true, force: true })
  })
  const appending = await openAppending(engines, () => 'a secret')
  const opened = accountOf(1, { name: 'Otieno Ouma', phone: '254700000001' }, 'hash', '2026-11-25T08:00:00.000Z')
  await appending.append([opened])
  await appending.append([opened])
  await expect(appending.append([])).rejects.toThrow(RevisionConflict)
  await expect(appending.close()).rejects.toThrow(RevisionConflict)
})
