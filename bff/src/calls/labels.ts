import type { LabelSize } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { placeKey, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { askInBatches } from './ask-in-batches.ts'
import { labelRoute } from './label-route.ts'

/** Labels of parcels, for people who may see them in full. */
export const labelCalls = ({ api, services: { delivery }, find, papers, settings, environment }: Dependencies) => {
  const labelsFor = async (context: CallContext, parcels: readonly DeliveryRecord[], size: LabelSize, name: string) => {
    const codes = new Map((await delivery.placeCodes()).map(({ place, code }) => [placeKey(place), code]))
    const labels = parcels.map((parcel) => ({
      delivery: parcel,
      placeCode: codes.get(placeKey(labelRoute(parcel).place)) ?? null,
    }))
    const paper = { kind: 'labels', labels, size, publicUrl: settings.PUBLIC_URL } as const
    const pdf = await papers.drawPdf(paper, environment.now())
    context.resHeaders.set('content-disposition', `inline; filename="${name}"`)
    return new File([pdf], name, { type: 'application/pdf' })
  }

  return {
    label: api.counter.label.handler(async ({ input: { trackingId: typed, size = 'a6' }, context }) => {
      await papers.count(context)
      const found = await find(context, typed)
      if (!found.inFull) throw new Refused('parcel_not_found')
      return labelsFor(context, [found.delivery], size, `label_${found.delivery.trackingId}.pdf`)
    }),
    labels: api.counter.labels.handler(async ({ input: { ids, size }, context }) => {
      await papers.count(context, ids.length)
      const viewer = context.caller.actor
      const parcels = await askInBatches(ids, async (deliveryId) => {
        const found = await delivery.get({ viewer, deliveryId })
        if (!found) throw new Refused('not_found')
        return found
      })
      return labelsFor(context, parcels, size, 'labels.pdf')
    }),
  }
}
