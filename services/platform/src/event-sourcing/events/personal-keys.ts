import { randomBytes } from 'node:crypto'
import type { Collection, DocumentStore } from '../../ports/document-store.ts'
import type { Engines } from '../../ports/engines.ts'

/** The keys with which a service seals personal data: one key for each person, destroyed when the person is erased. */
export type PersonalKeys = {
  /**
   * Made when the person has none; durable before it resolves, or no later than any later write. A fault for a person
   * who has been erased.
   */
  keyFor(personId: string): Promise<Buffer>
  /**
   * The key was made here and did not reach the disk: data sealed with it can never be read, so they must not be
   * stored.
   */
  isLost(key: Buffer): boolean
  /** Null after `destroy`. */
  existingKey(personId: string): Promise<Buffer | null>
  /** The person is erased, and `keyFor` is a fault. */
  isDestroyed(personId: string): Promise<boolean>
  /**
   * One write, however many they are. Embedded, it leaves no byte of a key in the file or its log, nor of what it
   * overwrote; and the ids are on disk before the keys are destroyed (`noteErased`).
   */
  destroy(personIds: readonly string[]): Promise<void>
}

/** No data can be sealed for this person, because their key is destroyed. */
export class PersonErased extends Error {
  override readonly name = 'PersonErased'
  constructor() {
    super('there is no key any more for a person who has been erased')
  }
}

/** Null: destroyed. The record stays, because a new key would not open what the old one sealed. */
type KeyRecord = { key: string | null }
/** Never logged: a key opens all that history holds of a person. */
export const personalKeysCollection = 'personal-keys'
const collection = personalKeysCollection
const maxRemembered = 10_000
/** So short because another replica may have destroyed it since. */
const rememberedMs = 60_000

/** Cut from the pool that buffers share, 32 bytes would keep all of its 64 kilobytes as long as they are remembered. */
const inItsOwnMemory = (base64: string): Buffer => {
  const key = Buffer.from(new ArrayBuffer(Buffer.byteLength(base64, 'base64')))
  key.write(base64, 'base64')
  return key
}

type Ahead = { readonly record: KeyRecord; isLost: boolean }
/**
 * Records that are written ahead and cannot be read yet, shared by all of this process that read the same documents.
 */
const aheadIn = new WeakMap<DocumentStore, Map<string, Ahead>>()
const getAhead = (documents: DocumentStore): Map<string, Ahead> => {
  const ahead = aheadIn.get(documents) ?? new Map()
  aheadIn.set(documents, ahead)
  return ahead
}

/** Keys that were read or made recently. */
const openMemory = (clock: () => number) => {
  /** All are remembered equally long, so that the first is the oldest. */
  const remembered = new Map<string, { readonly key: Buffer; readonly until: number }>()
  /** Whether keys that were made ahead have reached the disk. */
  const madeAhead = new WeakMap<Buffer, Ahead>()
  const isLost = (key: Buffer): boolean => madeAhead.get(key)?.isLost === true

  const forgetOld = (): void => {
    for (const [personId, { until }] of remembered) {
      if (until > clock() && remembered.size < maxRemembered) return
      remembered.delete(personId)
    }
  }

  /** @returns null when it is destroyed */
  const remember = (personId: string, record: KeyRecord): Buffer | null => {
    if (record.key === null) return null
    remembered.delete(personId)
    forgetOld()
    const key = inItsOwnMemory(record.key)
    remembered.set(personId, { key, until: clock() + rememberedMs })
    return key
  }

  return {
    known(personId: string): Buffer | null {
      const found = remembered.get(personId)
      return found && found.until > clock() && !isLost(found.key) ? found.key : null
    },
    isLost,
    remember,
    rememberAhead(personId: string, one: Ahead): Buffer | null {
      const key = remember(personId, one.record)
      if (key) madeAhead.set(key, one)
      return key
    },
    forget: (personId: string): void => void remembered.delete(personId),
  }
}

export const openPersonalKeys = async (
  { documents, noteErased, inline }: Pick<Engines, 'documents' | 'noteErased' | 'inline'>,
  clock: () => number = () => performance.now(),
): Promise<PersonalKeys> => {
  const records: Collection<KeyRecord> = await documents.collection<KeyRecord>({
    name: collection,
    fields: {},
    indexes: [],
    sortBy: null,
    shape: { key: 'text or null' },
  })
  const writeAhead = inline?.documents === documents ? documents.writeAhead : undefined
  const ahead = getAhead(documents)
  const { known: knownKey, remember, rememberAhead, isLost, forget } = openMemory(clock)

  const existingKey = async (personId: string): Promise<Buffer | null> => {
    const known = knownKey(personId)
    if (known) return known
    const record = await records.get(personId)
    return record ? remember(personId, record) : null
  }

  const made = async (personId: string): Promise<Buffer | null> => {
    const document: KeyRecord = { key: randomBytes(32).toString('base64') }
    const writes = [{ collection, id: personId, document, version: 1 }]
    if (writeAhead) {
      const one: Ahead = { record: document, isLost: false }
      ahead.set(personId, one)
      const lose = () => {
        one.isLost = true
      }
      const written = writeAhead(writes).then(([taken]) => taken || lose(), lose)
      void written.finally(() => ahead.get(personId) === one && ahead.delete(personId))
      return rememberAhead(personId, one)
    }
    // The version check lets only the first of two simultaneous writers make the key; the other reads that one.
    const [isTaken] = await documents.write(writes)
    const record = isTaken ? document : await records.get(personId)
    return record && remember(personId, record)
  }

  /** Made by this process a moment ago, or now. */
  const madeAhead = async (personId: string): Promise<Buffer | null> => {
    const one = ahead.get(personId)
    return one && !one.isLost ? rememberAhead(personId, one) : made(personId)
  }

  return {
    existingKey,
    isLost,
    isDestroyed: async (personId) => (await records.get(personId))?.key === null,
    async keyFor(personId) {
      const known = knownKey(personId)
      if (known) return known
      const record = await records.get(personId)
      const key = record ? remember(personId, record) : await madeAhead(personId)
      if (!key) throw new PersonErased()
      return key
    },
    async destroy(personIds) {
      const known = await Promise.all(personIds.map((personId) => records.get(personId)))
      const living = personIds.filter((_, place) => known[place]?.key !== null)
      if (living.length > 0) {
        await noteErased?.(living)
        const withoutKey: KeyRecord = { key: null }
        const gone = { collection, document: withoutKey, version: 2, erases: true }
        await documents.write(living.map((id) => ({ ...gone, id })))
      }
      for (const personId of personIds) forget(personId)
    },
  }
}
