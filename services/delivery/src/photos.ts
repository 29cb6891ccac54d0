import type { PhotoType } from '@tuma/contracts/vocabulary'
import {
  derivedId,
  type EventMetadata,
  openSealedBytes,
  type Streams,
  sealBytes,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import { type CollectionSpec, type Engines, everyDocument } from '@tuma/platform/ports'
import { delivery } from './domain/delivery-decisions.ts'
import type { Photo } from './photo-bytes.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** Beside the events, which stay for ever: its key is its sender's, and goes with them; so does the photo when its time is over. */
type PhotoRecord = {
  readonly photoId: string
  readonly deliveryId: string
  readonly type: PhotoType
  readonly personId: string
  readonly sealed: string
  /** ISO. */
  readonly at: string
}
const photosSpec = {
  name: 'photos-v1',
  fields: { at: 'text' },
  indexes: [],
  sortBy: 'at',
} as const satisfies CollectionSpec

/** Photos of parcels that something is wrong with. */
export const openPhotos = async (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly documents: Engines['documents']
}) => {
  const { streams, documents } = deps
  const { keys } = streams
  const records = await documents.collection<PhotoRecord>(photosSpec)
  const handle = streams.createRecorder(delivery)
  /** Whatever clocks say in between: it is there once, and then it is gone for good. */
  const write = (id: string, document: PhotoRecord | null) =>
    documents.write([
      { collection: photosSpec.name, id, document, version: document ? 1 : 2, erases: document === null },
    ])
  /** No row names it from then on, and no byte of it is left. */
  const forget = async (deliveryId: string, photoId: string, metadata: EventMetadata): Promise<void> => {
    const command = { type: 'ForgetPhoto', photoId, at: metadata.at } as const
    const once = { ...metadata, commandId: derivedId('photo is over', photoId) }
    await unlessDamaged(handle(`delivery-${deliveryId}`, command, once), null)
    await write(photoId, null)
  }

  return {
    /** Before the parcel's stream names it: what is named can be shown. */
    async keep({ type, bytes }: Photo, about: Omit<PhotoRecord, 'sealed' | 'type'>): Promise<void> {
      const sealed = (await sealBytes(keys, about.personId, about.photoId, bytes)).toString('base64')
      await write(about.photoId, { ...about, type, sealed })
    },
    /** @returns null where there is none of that parcel, or nobody can open it any more */
    async read(deliveryId: string, photoId: string): Promise<Photo | null> {
      const record = await records.get(photoId)
      if (record?.deliveryId !== deliveryId) return null
      const bytes = await openSealedBytes(keys, record.personId, photoId, Buffer.from(record.sealed, 'base64'))
      return bytes && { type: record.type, bytes }
    },
    forget,
    /** Those of before that moment. */
    async forgetBefore(moment: string, metadata: EventMetadata): Promise<void> {
      const due = await Array.fromAsync(everyDocument(records, { between: { to: moment } }))
      for (const { photoId, deliveryId } of due) await forget(deliveryId, photoId, metadata)
    },
  }
}
export type Photos = Awaited<ReturnType<typeof openPhotos>>
