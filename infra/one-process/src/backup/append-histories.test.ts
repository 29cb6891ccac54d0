import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openEmbedded } from '@tuma/platform/engines'
import { RevisionConflict } from '@tuma/platform/ports'
import { expect, onTestFinished, test } from 'vitest'
import { openHistoryAppender } from './append-histories.ts'
import { getAccount } from './delivery-histories.ts'

test('a failed append is reported by the next append and by close', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-appending-'))
  const engines = await openEmbedded({ folder, filling: { eventsAtOnce: 5 } })
  onTestFinished(async () => {
    await engines.close()
    await rm(folder, { recursive: true, force: true })
  })
  const appending = await openHistoryAppender(engines, () => 'a secret')
  const opened = getAccount(1, { name: 'Otieno Ouma', phone: '254700000001' }, 'hash', '2026-11-25T08:00:00.000Z')
  await appending.append([opened])
  await appending.append([opened])
  await expect(appending.append([])).rejects.toThrow(RevisionConflict)
  await expect(appending.close()).rejects.toThrow(RevisionConflict)
})

test('after close every group of a topic has passed the appended events', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-appending-'))
  const engines = await openEmbedded({ folder, filling: { eventsAtOnce: 5 } })
  onTestFinished(async () => {
    await engines.close()
    await rm(folder, { recursive: true, force: true })
  })
  for (const number of [1, 2]) {
    const appending = await openHistoryAppender(engines, () => 'a secret')
    const person = { name: 'Otieno Ouma', phone: `25470000000${number}` }
    await appending.append([getAccount(number, person, 'hash', '2026-11-25T08:00:00.000Z')])
    await appending.close()
    const position = await engines.of('identity').events.head()
    const file = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
    const rows = file.prepare('select consumers, position from group_positions order by consumers').all()
    file.close()
    expect(rows).toEqual(['delivery', 'notification'].map((consumers) => ({ consumers, position })))
  }
})
