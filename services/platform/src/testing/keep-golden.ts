import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DomainEvent } from '../event-sourcing/events/event.ts'
import { eventCodec, type StoredEventTypes } from '../event-sourcing/events/event-codec.ts'
import type { Json } from '../ports/event-store.ts'
import { createCodec, isOlder, readBy, readTodayIn, sampleKeys, samplesIn } from './golden-samples.ts'

/**
 * Keeps new samples: `node services/platform/src/testing/keep-golden.ts services/delivery` (or contracts). A draft,
 * `golden/<Type>.v<version>.json` with `{ "opened": { … } }`, is sealed; how older versions read today is added where
 * it is missing; and `golden/kept.json` gets the files it does not know. Files that are kept already never change.
 */
const folder = process.argv[2] ?? ''
const workspace = pathToFileURL(`${resolve(folder)}/`)
const golden = new URL('golden/', workspace)
if (folder === '' || !existsSync(golden)) throw new Error('Whose samples? node keep-golden.ts services/delivery')

const write = (file: string, content: unknown): void =>
  writeFileSync(new URL(file, golden), `${JSON.stringify(content, null, 2)}\n`)

const sealDrafts = async (types: StoredEventTypes<DomainEvent>): Promise<void> => {
  for (const sample of samplesIn(golden)) {
    const { name, type, opened } = sample
    if (sample.stored !== undefined) continue
    const event = { type, data: opened as object }
    const metadata = { at: '', commandId: '', correlationId: '', causationId: '', actor: null }
    const { data: stored } = await createCodec(types, sample).encode('sample', event, metadata)
    write(`${name}.json`, { stored, opened: await readBy(createCodec(types, sample), { ...sample, stored }) })
  }
}

const writeDownToday = async (types: StoredEventTypes<DomainEvent>): Promise<void> => {
  const today: Record<string, Json> = readTodayIn(golden)
  const unknown = samplesIn(golden).filter((sample) => isOlder(types, sample) && !(sample.name in today))
  if (unknown.length === 0) return
  for (const sample of unknown) today[sample.name] = await readBy(eventCodec(types, sampleKeys), sample)
  write('today.json', today)
}

const stored = new URL('src/stored-events.ts', workspace)
if (existsSync(stored)) {
  const { storedEvents } = await import(stored.href)
  await sealDrafts(storedEvents)
  await writeDownToday(storedEvents)
}

const computeHash = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(new URL(file, golden), 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex')
const list = new URL('kept.json', golden)
const kept: Record<string, string> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
for (const file of readdirSync(golden).sort()) {
  if (/\.v\d+\.json$/.test(file)) kept[file] ??= computeHash(file)
}
write('kept.json', Object.fromEntries(Object.entries(kept).sort()))
