import type { Payee } from '@tuma/contracts/api'
import { getAccount } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'

type Viewer = Parameters<Services['delivery']['get']>[0]['viewer']
type Parcels = readonly { readonly deliveryId: string }[]

/** A sender without an account: as they wrote it on the form, which only delivery knows. */
export const getSender = async ({ delivery }: Pick<Services, 'delivery'>, viewer: Viewer, [first]: Parcels) => {
  const parcel = first ? await delivery.get({ viewer, deliveryId: first.deliveryId }) : null
  return parcel?.sender ?? null
}

/** The payee and their number: for an account its payout number, never the phone of its profile. */
export const readPayee = async (
  services: Pick<Services, 'delivery' | 'revenue'>,
  viewer: Viewer,
  owed: { readonly owedTo: string; readonly parcels: Parcels },
): Promise<Pick<Payee, 'name' | 'phone' | 'changedAt' | 'payableFrom' | 'former'>> => {
  const accountId = getAccount(owed.owedTo)
  if (accountId === null) {
    const sender = await getSender(services, viewer, owed.parcels)
    return { name: sender?.name ?? null, phone: sender?.phone ?? null }
  }
  const payTo = await services.revenue.payTo({ accountId })
  if (!payTo) return { name: null, phone: null }
  const { name, phone, changedAt, payableFrom, former } = payTo
  return {
    ...{ name, phone },
    ...{ changedAt: changedAt ?? undefined, payableFrom: payableFrom ?? undefined, former: former ?? undefined },
  }
}
