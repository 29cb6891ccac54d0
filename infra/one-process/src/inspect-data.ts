import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EngineSettings, type Inspection, openEngines, openInspection } from '@tuma/platform/engines'
import { isSound, personalKeysCollection } from '@tuma/platform/event-sourcing'
import { assertFolderIsThere, CannotStart } from '@tuma/platform/runtime'
import { type InspectedEvent, openAndRecord } from './open-personal.ts'
import { plainly } from './rebuild-view.ts'

type Wanted = { readonly stream: string; readonly opens: boolean } | { readonly collection: string; readonly id: string }

const usage =
  'Name a stream (npm run inspect -- delivery-8a1c…, with --open to read what is sealed) or a collection and an id (npm run inspect -- deliveries-v8 8a1c…).'

/**
 * Reads one stream or one document from a data file, beside a product that runs or not, and writes nothing. With `--open` it
 * opens the personal groups of a stream: on a stopped folder alone, and not before that is in the audit log.
 * @param asked what an operator typed: a stream, with or without `--open`, or a collection and an id
 * @param now ISO instant
 * @returns JSON: a list of events or of documents, each with its service
 * @throws CannotStart with a sentence that says what is missing or in the way
 */
export const inspectData = async (
  asked: readonly string[],
  settings: EngineSettings,
  now: () => string,
): Promise<string> => {
  const wanted = parseAsked(asked)
  const { DATA_DIR, ENGINE_PREFIX: prefix } = settings
  assertDataFile(DATA_DIR)
  const inspection = openedFor(settings)
  try {
    if ('id' in wanted) return asJson(await documentsOf(inspection, prefix, wanted))
    const events = eventsOf(inspection, prefix, wanted.stream)
    return asJson(wanted.opens ? await openedIn(settings, wanted.stream, events, now) : events)
  } finally {
    inspection.close()
  }
}

const parseAsked = (asked: readonly string[]): Wanted => {
  const opens = asked.includes('--open')
  const [first, id, ...others] = asked.filter((word) => word !== '--open')
  if (first === undefined || others.length > 0 || [first, id].some((word) => word?.startsWith('-')))
    throw new CannotStart(usage)
  if (id === undefined) return { stream: first, opens }
  if (opens) throw new CannotStart(`--open is for a stream: a document has nothing that it could open. ${usage}`)
  if (first === personalKeysCollection)
    throw new CannotStart(`${first} are shown to nobody: with them all that is sealed can be read.`)
  return { collection: first, id }
}

const assertDataFile = (DATA_DIR: string): void => {
  assertFolderIsThere(DATA_DIR)
  if (!existsSync(join(DATA_DIR, 'tuma.db')))
    throw new CannotStart(
      `There is no tuma.db in ${DATA_DIR}: name your data folder with DATA_DIR. Engines elsewhere are looked into by their own means.`,
    )
}

const openedFor = (settings: EngineSettings): Inspection => {
  try {
    return openInspection(settings.DATA_DIR)
  } catch (error) {
    return plainly(settings)(error)
  }
}

const eventsOf = (inspection: Inspection, prefix: string, stream: string): InspectedEvent[] => {
  const found = ofThisInstallation(inspection.eventsOf(stream), prefix)
  if (found.length === 0) throw new CannotStart(`There is no stream ${stream} in these data.`)
  return found.map((event) => (isSound(event) ? event : { ...event, damaged: true }))
}

const documentsOf = async (
  inspection: Inspection,
  prefix: string,
  { collection, id }: { readonly collection: string; readonly id: string },
) => {
  const found = ofThisInstallation(await inspection.documentsOf(collection, id), prefix)
  if (found.length === 0) throw new CannotStart(`There is no ${id} in ${collection} in these data.`)
  return found.map(({ service, ...kept }) => ({ service, collection, id, ...kept }))
}

/** Several installations may share a data file, each with a prefix before the names of its services. */
const ofThisInstallation = <Found extends { readonly service: string }>(
  found: readonly Found[],
  prefix: string,
): Found[] =>
  found
    .filter(({ service }) => service.startsWith(prefix))
    .map((one) => ({ ...one, service: one.service.slice(prefix.length) }))

const openedIn = async (
  settings: EngineSettings,
  stream: string,
  events: readonly InspectedEvent[],
  now: () => string,
): Promise<object[]> => {
  const engines = await openEngines(settings).catch(plainly(settings))
  try {
    return await openAndRecord({ engines, stream, events, at: now() })
  } finally {
    await engines.close()
  }
}

const asJson = (found: readonly object[]): string => JSON.stringify(found, null, 2)
