import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStore } from '@tuma/engines'
import { engineSettings, openEngines } from '@tuma/platform/engines'
import { OtherStore } from '@tuma/platform/ports'
import { readSettings } from '@tuma/platform/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { serviceNames } from '../services.ts'
import { takeUpEventStore } from './take-up-event-store.ts'

const folderForData = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-take-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const startStore = async () => {
  const store = await startEventStore()
  onTestFinished(() => store.close())
  return store.url
}

test('data of one event store are refused beside another one, until an operator takes that one up', async () => {
  const [first, second, DATA_DIR] = [await startStore(), await startStore(), folderForData()]
  const settings = (EVENTSTORE_URL: string) => readSettings(engineSettings, { DATA_DIR, EVENTSTORE_URL })
  const opened = await openEngines(settings(first), { services: serviceNames })
  await opened.of('delivery').documents.write([], [{ name: 'view-deliveries-v1', position: 40, event: 'fortieth' }])
  await opened.close()

  const refused = openEngines(settings(second), { services: serviceNames })
  await expect(refused).rejects.toBeInstanceOf(OtherStore)
  expect(await takeUpEventStore(settings(second))).toContain('belong to the event store in EVENTSTORE_URL from now on')

  const again = await openEngines(settings(second), { services: serviceNames })
  onTestFinished(() => again.close())
  expect(await again.of('delivery').documents.furthestCheckpoint()).toBeNull()
  await expect(
    openEngines({ ...settings(first), DATA_DIR: folderForData() }, { services: serviceNames }),
  ).rejects.toThrow('belongs to other data')
})

test('it says in a sentence what is missing', async () => {
  await expect(takeUpEventStore(readSettings(engineSettings, { DATA_DIR: folderForData() }))).rejects.toThrow(
    'EVENTSTORE_URL is missing',
  )
})
