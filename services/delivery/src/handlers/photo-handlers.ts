import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { sealedWith } from '../domain/delivery.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { maySee } from '../domain/delivery-views.ts'
import { photoIn } from '../photo-bytes.ts'
import { toAsker } from './askers.ts'
import { openStepHandler } from './handle-step.ts'

/** Photos of a parcel by agents, for all who may see the parcel in full. */
export const photoHandlers = (dependencies: Dependencies) => {
  const { photos, lists, buildMetadata } = dependencies
  const os = implement(deliveryContract)
  const press = openStepHandler(dependencies)
  return {
    addPhoto: os.addPhoto.handler(async ({ input: { asked, deliveryId, photo } }) => {
      const { at } = buildMetadata(asked)
      const photoId = derivedId('photo', deliveryId, asked.commandId)
      const command = { type: 'AddPhoto', by: toAsker(asked.actor), photoId, at } as const
      const state = await readDelivery(dependencies, deliveryId)
      // The refusal comes before a photo is stored.
      const isNew = delivery.decide(command, state).length > 0
      const personId = state.parcel && sealedWith(state.parcel)
      if (isNew && personId !== null) {
        await photos.keep(photoIn(Buffer.from(photo, 'base64')), { photoId, deliveryId, personId, at })
      }
      return press({ asked, deliveryId }, (by, at) => ({ type: 'AddPhoto', by, photoId, at }))
    }),
    photo: os.photo.handler(async ({ input: { viewer, deliveryId, photoId } }) => {
      const row = await lists.get(deliveryId)
      if (!row || !maySee(toAsker(viewer), row)) throw new Refused('not_found')
      const photo = row.photos.some(({ id }) => id === photoId) ? await photos.read(deliveryId, photoId) : null
      if (!photo) throw new Refused('not_found')
      return { type: photo.type, photo: photo.bytes.toString('base64') }
    }),
  }
}
