import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { realDay } from './days.ts'
import { answerRows, pageOf } from './rows.ts'
import { deliveryOf } from './tracked.ts'

export const adminDeliveryCalls = ({ api, asBuilt, services: { delivery, identity }, asked }: Dependencies) => ({
  list: asBuilt.adminDeliveries.list.handler(async ({ input, context }) => {
    const { status = null, type: deliveryType = null, search } = input
    const from = input.from === undefined ? null : realDay('from', input.from)
    const to = input.to === undefined ? null : realDay('to', input.to)
    if (from !== null && to !== null && from > to) throw new Refused('bad_input', { field: 'from' })
    const filter = { status, deliveryType, search: search || null, from, to }
    return answerRows(context, await delivery.all({ ...filter, ...pageOf(input) })).map(deliveryOf)
  }),
  counts: api.adminDeliveries.counts.handler(() => delivery.counts()),
  history: api.adminDeliveries.history.handler(async ({ input: { id: deliveryId } }) => {
    const history = await delivery.history({ deliveryId })
    if (!history) throw new Refused('not_found')
    const accountIds = history.flatMap(({ by }) => (by.kind === 'user' && by.id ? [by.id] : []))
    const names = await identity.names({ accountIds: [...new Set(accountIds)] })
    return history.map(({ by, ...entry }) => ({
      ...entry,
      by: { ...by, name: (by.id && names[by.id]) || null },
    }))
  }),
  setStatus: api.adminDeliveries.setStatus.handler(async ({ input, context }) => {
    const { id: deliveryId, status, trackingId = null } = input
    return (await delivery.overrideStatus({ asked: asked(context, input), deliveryId, status, trackingId })).delivery
  }),
  remove: api.adminDeliveries.remove.handler(async ({ input, context }) => {
    await delivery.deleteDelivery({ asked: asked(context, input), deliveryId: input.id })
    return { message: 'Delivery deleted successfully!' }
  }),
})
