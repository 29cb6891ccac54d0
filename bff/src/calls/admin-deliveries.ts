import type { ApiInputs } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { getEatDay, Refused, spacedPhone, trackingIdIn } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { accountNames } from './account-names.ts'
import { buildCsv, eatTime } from './csv.ts'
import { realDay } from './days.ts'
import { withMoneySent } from './money-sent.ts'
import { namedHistory } from './named-history.ts'
import { answerRows, getPage } from './rows.ts'
import { toDelivery } from './tracked.ts'

export const adminDeliveryCalls = ({
  api,
  asBuilt,
  services: { delivery, identity, payment },
  toCommandContext,
  environment,
}: Dependencies) => ({
  list: asBuilt.adminDeliveries.list.handler(async ({ input, context }) =>
    answerRows(context, await delivery.all({ ...buildFilter(input), ...getPage(input) })).map(toDelivery),
  ),
  csv: api.adminDeliveries.csv.handler(({ input, context }) => {
    const filter = buildFilter(input)
    return buildCsv(context, `deliveries_${getEatDay(environment.now())}.csv`, columns, (page) =>
      delivery.all({ ...filter, ...page }),
    )
  }),
  counts: api.adminDeliveries.counts.handler(() => delivery.counts()),
  history: api.adminDeliveries.history.handler(async ({ input: { id: deliveryId } }) =>
    namedHistory(identity, await withMoneySent(payment, deliveryId, await delivery.history({ deliveryId }))),
  ),
  setStatus: api.adminDeliveries.setStatus.handler(async ({ input, context }) => {
    const { id: deliveryId, status, trackingId = null } = input
    const set = await delivery.overrideStatus({
      asked: toCommandContext(context, input),
      deliveryId,
      status,
      trackingId,
    })
    return toDelivery(set.delivery)
  }),
  remove: api.adminDeliveries.remove.handler(async ({ input, context }) => {
    const { id: deliveryId, reason = null, note = '' } = input
    await delivery.deleteDelivery({ asked: toCommandContext(context, input), deliveryId, reason, note })
    return { message: 'Delivery deleted successfully!' }
  }),
  deleted: api.adminDeliveries.deleted.handler(async ({ input }) => {
    const trackingId = trackingIdIn(input.trackingId)
    const deleted = trackingId && (await delivery.deleted({ trackingId }))
    if (!deleted) return []
    const { id } = deleted.by
    const names = id === null || deleted.by.kind !== 'user' ? {} : await accountNames(identity, [id])
    return [{ ...deleted, by: { ...deleted.by, name: (id && names[id]) || null } }]
  }),
})

/** @throws bad_input with the day that does not exist, or comes after the other */
const buildFilter = (input: NonNullable<ApiInputs['adminDeliveries']['csv']>) => {
  const { status = null, type: deliveryType = null, search, needs = null, outcome = null } = input
  const { location, address, rider = null } = input
  const shop = location && address ? { location, address } : null
  const waits = input.waits === undefined ? null : Number(input.waits)
  const from = input.from === undefined ? null : realDay('from', input.from)
  const to = input.to === undefined ? null : realDay('to', input.to)
  if (from !== null && to !== null && from > to) throw new Refused('bad_input', { field: 'from' })
  const beside = { needs, outcome, held: input.held === 'yes', waits, shop, rider }
  return { status, deliveryType, search: search || null, from, to, ...beside }
}

/** Programs read the titles too, so they are the same in every language. */
const columns: { readonly [title: string]: (row: DeliveryRecord) => string | number | null } = {
  'Tracking ID': ({ trackingId }) => trackingId,
  Type: ({ deliveryType }) => deliveryType,
  Status: ({ status }) => status,
  Requested: ({ createdAt }) => eatTime(createdAt),
  Changed: ({ updatedAt }) => eatTime(updatedAt),
  Sender: ({ sender }) => sender.name,
  'Sender phone': ({ sender }) => spacedPhone(sender.phone),
  From: ({ sender }) => sender.location,
  'Dropoff shop': ({ sender }) => sender.dropoffAgent,
  Receiver: ({ receiver }) => receiver.name,
  'Receiver phone': ({ receiver }) => spacedPhone(receiver.phone),
  To: ({ receiver }) => receiver.location,
  'Pickup shop': ({ receiver }) => receiver.pickupAgent,
  'Pickup address': ({ receiver }) => receiver.pickupAddress,
  Rider: ({ rider }) => rider?.name ?? null,
  'Payment method': ({ paymentMethod }) => paymentMethod,
  'Payment reference': ({ paymentReferenceId }) => paymentReferenceId,
  Paid: ({ paid }) => (paid ? 'yes' : 'no'),
  'Delivery fee (Ksh)': ({ deliveryFee }) => deliveryFee,
  'Product price (Ksh)': ({ productPrice }) => productPrice,
  'Total (Ksh)': ({ totalAmount }) => totalAmount,
}
