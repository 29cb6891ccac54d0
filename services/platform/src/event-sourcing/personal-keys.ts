import { randomBytes } from 'node:crypto'
import type { Collection } from '../ports/document-store.ts'
import type { Engines } from '../ports/engines.ts'

/** The keys with which a service seals what belongs to a person: one key a person, destroyed when they are erased. */
export type PersonalKeys = {
  /** Made when there is none yet; durable before it is answered. A fault for somebody who has been erased. */
  keyFor(personId: string): Promise<Buffer>
  /** Null after `destroy`. */
  existingKey(personId: string): Promise<Buffer | null>
  /** Nothing can be sealed for them any more: `keyFor` is a fault. */
  isDestroyed(personId: string): Promise<boolean>
  /**
   * One write, however many they are. Embedded, it leaves no byte of a key in the file or its log, nor of what was written
   * over before; and whose they were is on disk before they go (`noteErased`).
   */
  destroy(personIds: readonly string[]): Promise<void>
}

/** Null: destroyed. The record stays, or a new key would be made that does not open what the old one sealed. */
type KeyRecord = { key: string | null }
const collection = 'personal-keys'
const rememberedMost = 10_000
/** Another replica may have destroyed it since. */
const rememberedMs = 60_000

/** Cut from the pool that buffers share, 32 bytes would keep all of its 64 kilobytes for as long as they are remembered. */
const inItsOwnMemory = (base64: string): Buffer => {
  const key = Buffer.from(new ArrayBuffer(Buffer.byteLength(base64, 'base64')))
  key.write(base64, 'base64')
  return key
}

export const openPersonalKeys = async (
  { documents, noteErased }: Pick<Engines, 'documents' | 'noteErased'>,
  clock: () => number = () => performance.now(),
): Promise<PersonalKeys> => {
  const records: Collection<KeyRecord> = await documents.collection<KeyRecord>({
    name: collection,
    // Releases up to that of 2026-11-22 kept the person a second and a third time, and an index of them.
    fields: {},
    indexes: [],
    sortBy: null,
    shape: { key: 'text or null' },
  })
  /** Each is remembered equally long, so that the first is the oldest. */
  const remembered = new Map<string, { readonly key: Buffer; readonly until: number }>()

  const forgetOld = (): void => {
    for (const [personId, { until }] of remembered) {
      if (until > clock() && remembered.size < rememberedMost) return
      remembered.delete(personId)
    }
  }

  const remember = (personId: string, record: KeyRecord): Buffer | null => {
    if (record.key === null) return null
    remembered.delete(personId)
    forgetOld()
    const key = inItsOwnMemory(record.key)
    remembered.set(personId, { key, until: clock() + rememberedMs })
    return key
  }

  const existingKey = async (personId: string): Promise<Buffer | null> => {
    const known = remembered.get(personId)
    if (known && known.until > clock()) return known.key
    const record = await records.get(personId)
    return record ? remember(personId, record) : null
  }

  return {
    existingKey,
    isDestroyed: async (personId) => (await records.get(personId))?.key === null,
    async keyFor(personId) {
      const known = await existingKey(personId)
      if (known) return known
      // The guard lets only the first of two simultaneous writers make the key; both then read that one.
      const document: KeyRecord = { key: randomBytes(32).toString('base64') }
      await documents.write([{ collection, id: personId, document, version: 1 }])
      const made = await records.get(personId)
      const key = made && remember(personId, made)
      if (!key) throw new Error('there is no key any more for a person who has been erased')
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
      for (const personId of personIds) remembered.delete(personId)
    },
  }
}
