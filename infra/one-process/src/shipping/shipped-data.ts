import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BackupLog, engineSettings, openEmbedded } from '@tuma/platform/engines'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import { readSettings } from '@tuma/platform/runtime'
import { openFolderPlace } from './folder-place.ts'
import { leftOut } from './left-out.ts'
import type { Place } from './place.ts'
import { restoreFromPlace } from './restore-from-place.ts'
import { openSeal } from './seal.ts'
import { openShipment, type Shipment } from './shipping.ts'

const backupKey = Buffer.alloc(32, 7)
const secretKey = 'ab'.repeat(32)
const notes = { name: 'notes-v1', fields: { text: 'text' }, indexes: [], sortBy: 'text' } as const
const view = { ...notes, name: 'deliveries-v11' } as const

export type Opened = {
  readonly engines: ProcessEngines
  readonly log: BackupLog
  readonly shipment: Shipment
  /** Writes one note, one event, one key and one row of a read model; on disk when it resolves. */
  write(text: string): Promise<void>
  erase(person: string): Promise<void>
  close(): Promise<void>
}

/** What restored data hold. */
export type Held = { readonly notes: string[]; readonly events: string[]; readonly keys: string[] }

/** A data folder, a place beside it, and a clock. */
export const openShippedData = () => {
  const root = mkdtempSync(join(tmpdir(), 'tuma-shipping-'))
  const place = join(root, 'place')
  mkdirSync(place)
  let now = Date.parse('2026-11-29T09:00:00.000Z')
  let restored = 0
  const settings = (DATA_DIR: string, BACKUP_KEY = backupKey.toString('hex')) => ({
    ...readSettings(engineSettings, { DATA_DIR }),
    BACKUP_KEY,
    BACKUP_TO: place,
    BACKUP_S3_REGION: 'us-east-1',
  })
  return {
    root,
    place,
    now: () => now,
    passes(ms: number) {
      now += ms
    },
    /** Opens the folder as the product does. @param to another place, or this one with faults */
    open: (folder = 'data', to: Place = openFolderPlace(place), more: { maxBytes?: number } = {}): Promise<Opened> =>
      openData({ folder: join(root, folder), to, name: place, now: () => now, more }),
    async restore(...asked: string[]): Promise<Held> {
      const folder = join(root, `restored-${++restored}`)
      await restoreFromPlace(['--from', place, ...asked], settings(folder))
      return readHeld(folder)
    },
    restoreWith: (folder: string, key: string, ...asked: string[]) =>
      restoreFromPlace(['--from', place, ...asked], settings(join(root, folder), key)),
    held: (folder: string) => readHeld(join(root, folder)),
    /** Everything at the place, as its owner can read it. */
    async opened(): Promise<Map<string, Buffer>> {
      const [from, seal] = [openFolderPlace(place), openSeal(backupKey)]
      const names = await from.list('')
      const objects = names.map(
        async (name) => [name, await seal.open(name, (await from.get(name)) as Buffer)] as const,
      )
      return new Map(await Promise.all(objects))
    },
    names: () => readdirSync(place, { recursive: true, encoding: 'utf8' }).sort(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

type Opening = {
  readonly folder: string
  readonly to: Place
  readonly name: string
  readonly now: () => number
  readonly more: { maxBytes?: number }
}

const openData = async ({ folder, to, name, now, more }: Opening): Promise<Opened> => {
  let log: BackupLog | undefined
  const onOpen = (one: BackupLog) => {
    log = one
  }
  const backup = { ...leftOut(''), ...more, now, opened: onOpen, degraded: () => [] }
  const engines = await openEmbedded({ folder, backup })
  writeFileSync(join(folder, 'secret.key'), `${secretKey}\n`, { mode: 0o600 })
  const { documents, events } = engines.of('delivery')
  for (const spec of [notes, view]) await documents.collection(spec)
  const keys = await openPersonalKeys({ documents })
  const opened = log as BackupLog
  const objects = { place: to, seal: openSeal(backupKey) }
  return {
    engines,
    log: opened,
    shipment: openShipment({ log: opened, objects, to: name, folder, key: secretKey, now }),
    async write(text) {
      await keys.keyFor(text)
      for (const { name: collection } of [notes, view])
        await documents.write([{ collection, id: text, document: { text }, version: 1 }])
      const event = { id: `${text}-event`, type: 'Noted', version: 1, data: { text }, metadata: { text } }
      await events.append(`note-${text}`, [event as never], 'no-stream')
    },
    async erase(person) {
      await engines.of('delivery').noteErased?.([person])
      await documents.write([
        { collection: 'personal-keys', id: person, document: { key: null }, version: 2, erases: true },
      ])
    },
    close: () => engines.close(),
  }
}

const readHeld = async (folder: string): Promise<Held> => {
  const engines = await openEmbedded({ folder })
  try {
    const { documents, events } = engines.of('delivery')
    const found = await documents.collection<{ text: string }>(notes)
    const texts = (await found.find({ limit: 1000 })).documents.map(({ text }) => text)
    const keys = await openPersonalKeys({ documents })
    const known = await Promise.all(texts.map(async (text) => ((await keys.existingKey(text)) ? [text] : [])))
    const stored = (await events.readAll(null, 1000)).map(({ data }) => (data as { text: string }).text)
    return { notes: texts.sort(), events: stored.sort(), keys: known.flat().sort() }
  } finally {
    await engines.close()
  }
}

/** The text of a key as it is stored, read from a folder's file. */
export const keyInFile = (log: BackupLog, person: string): string =>
  (JSON.parse(log.keysOf('delivery', [person])[0]?.key ?? '[""]') as string[])[0] ?? ''
