import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addToAuditLog } from '@tuma/identity/audit-log'
import {
  type EngineSettings,
  type InspectedDocument,
  type InspectedEvent,
  inspectFolder,
  openEngines,
} from '@tuma/platform/engines'
import {
  isSound,
  openGroups,
  openPersonalKeys,
  type PersonalKeys,
  personalKeysCollection,
} from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import { assertFolderIsThere, CannotStart } from '@tuma/platform/runtime'
import { plainly } from './rebuild-view.ts'

type Inspected = InspectedEvent | InspectedDocument

const usage =
  'Name a stream (npm run inspect -- delivery-8a1c…) or a collection and an id (npm run inspect -- deliveries-v11 8a1c…). With --open people are shown.'

/**
 * Reads one stream or one document from a data file, on a connection that cannot write, whether the product runs or
 * not. Personal groups of events stay sealed and texts of documents are left out, because they may name people. With
 * `--open` both are shown, only on a stopped folder and after the audit log has recorded it. Passwords and second
 * factors are never shown.
 * @param asked what an operator typed
 * @param now ISO instant
 * @returns JSON: a list of events or of documents, each with its service
 * @throws CannotStart with a sentence that says what is missing or in the way
 */
export const inspectData = async (
  asked: readonly string[],
  settings: EngineSettings,
  now: () => string,
): Promise<string> => {
  const names = asked.filter((word) => word !== '--open')
  assertNamed(names)
  const { DATA_DIR } = settings
  assertFolderIsThere(DATA_DIR)
  if (!existsSync(join(DATA_DIR, 'tuma.db')))
    throw new CannotStart(`There is no tuma.db in ${DATA_DIR}. Name your data folder with DATA_DIR.`)
  const found = read(settings, names)
  const shown = asked.includes('--open') ? await openAndRecord(settings, names, found, now()) : found.map(withoutPeople)
  return JSON.stringify(shown, null, 2)
}

const assertNamed = (names: readonly string[]): void => {
  if (names.length < 1 || names.length > 2 || names.some((name) => name.startsWith('-'))) throw new CannotStart(usage)
  if (names[0] === personalKeysCollection)
    throw new CannotStart('Personal keys are never printed: with them all that is sealed can be read.')
}

const read = (settings: EngineSettings, [name = '', id]: readonly string[]): Inspected[] => {
  const { DATA_DIR, ENGINE_PREFIX: prefix } = settings
  const found = inspected(settings, name, id)
  // Several installations may share a data file, each with a prefix before the names of its services.
  const own = found.filter(({ service }) => service.startsWith(prefix))
  if (own.length === 0) throw new CannotStart(`There is no ${id ?? 'stream'} ${id ? 'in ' : ''}${name} in ${DATA_DIR}.`)
  return own.map((one) => ({ ...one, service: one.service.slice(prefix.length), ...damageIn(one) }))
}

const inspected = (settings: EngineSettings, name: string, id: string | undefined): Inspected[] => {
  try {
    return inspectFolder(settings.DATA_DIR, name, id)
  } catch (error) {
    return plainly(settings)(error)
  }
}

const damageIn = (one: Inspected) => ('data' in one && !isSound(one) ? { damaged: true as const } : {})

/** Ids and instants. Any other text of a document may name a person. */
const isImpersonal =
  /^([0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

const withoutPeople = (one: Inspected): object =>
  'data' in one
    ? one
    : { ...one, document: replaceTexts(one.document, (_field, text) => (isImpersonal.test(text) ? text : 'left out')) }

/** Fields that prove who an account is. An operator has no use for them, and they would stay in a terminal. */
const proofs: ReadonlySet<string> = new Set(['hash', 'secret'])
const withoutProofs = (data: unknown): unknown =>
  replaceTexts(data, (field, text) => (proofs.has(field) ? 'left out' : text))

const replaceTexts = (value: unknown, replace: (field: string, text: string) => string): unknown =>
  JSON.parse(JSON.stringify(value, (field, inner) => (typeof inner === 'string' ? replace(field, inner) : inner)))

const openAndRecord = async (
  settings: EngineSettings,
  names: readonly string[],
  found: readonly Inspected[],
  at: string,
): Promise<object[]> => {
  const engines = await openEngines(settings).catch(plainly(settings))
  try {
    await record(engines, names, at)
    const keys = new Map<string, PersonalKeys>()
    for (const service of new Set(found.map((one) => one.service)))
      keys.set(service, await openPersonalKeys(engines.of(service)))
    return await Promise.all(found.map((one) => withPeople(one, keys.get(one.service) as PersonalKeys)))
  } finally {
    await engines.close()
  }
}

/** The audit log holds ids only, because the name of a document may be a person's name. */
const record = async (engines: ProcessEngines, [name = '', id]: readonly string[], at: string): Promise<void> => {
  const about = id === undefined ? name.slice(name.indexOf('-') + 1) : isImpersonal.test(id) ? id : name
  const done = { kind: 'personal-data', per: 'minute', what: 'inspect', about, outcome: 'done' } as const
  if (!(await addToAuditLog(engines.of('identity'), { ...done, at, lastAt: at, count: 1 })))
    throw new CannotStart(
      'These data have no audit log, so nothing is opened. Name the folder of the whole product with DATA_DIR.',
    )
}

const withPeople = async (one: Inspected, keys: PersonalKeys): Promise<object> =>
  'data' in one ? { ...one, data: withoutProofs(await openGroups(one.type, one.data, keys)) } : one
