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

/**
 * Stored outside the events, which stay for ever. A photo is unreadable once its person's key is destroyed, and is
 * deleted when its retention time is over.
 */
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

/** Photos that show what is wrong with a parcel. */
export const openPhotos = async (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly documents: Engines['documents']
}) => {
  const { streams, documents } = deps
  const { keys } = streams
  const records = await documents.collection<PhotoRecord>(photosSpec)
  const handle = streams.createRecorder(delivery)
  /** The version does not depend on clocks: a photo is written once and deleted once. */
  const write = (id: string, document: PhotoRecord | null) =>
    documents.write([
      { collection: photosSpec.name, id, document, version: document ? 1 : 2, erases: document === null },
    ])
  /** Afterwards no row names the photo and no byte of it is left. */
  const forget = async (deliveryId: string, photoId: string, metadata: EventMetadata): Promise<void> => {
    const command = { type: 'ForgetPhoto', photoId, at: metadata.at } as const
    const once = { ...metadata, commandId: derivedId('photo is over', photoId) }
    await unlessDamaged(handle(`delivery-${deliveryId}`, command, once), null)
    await write(photoId, null)
  }

  return {
    /** Stores the photo before the parcel's stream names it, so that every named photo can be shown. */
    async keep({ type, bytes }: Photo, about: Omit<PhotoRecord, 'sealed' | 'type'>): Promise<void> {
      const sealed = (await sealBytes(keys, about.personId, about.photoId, bytes)).toString('base64')
      await write(about.photoId, { ...about, type, sealed })
    },
    /** @returns null if the parcel has no such photo, or the key of the photo is destroyed */
    async read(deliveryId: string, photoId: string): Promise<Photo | null> {
      const record = await records.get(photoId)
      if (record?.deliveryId !== deliveryId) return null
      const bytes = await openSealedBytes(keys, record.personId, photoId, Buffer.from(record.sealed, 'base64'))
      return bytes && { type: record.type, bytes }
    },
    forget,
    /** Deletes the photos from before that moment. */
    async forgetBefore(moment: string, metadata: EventMetadata): Promise<void> {
      const due = await Array.fromAsync(everyDocument(records, { between: { to: moment } }))
      for (const { photoId, deliveryId } of due) await forget(deliveryId, photoId, metadata)
    },
  }
}
export type Photos = Awaited<ReturnType<typeof openPhotos>>
