import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { Facts } from '../facts.ts'
import type { ErasedPerson, Ledger } from '../ledger.ts'
import { getParcels, getRequestData, isDeleted, selectOnly, toHistories } from '../parcel-histories.ts'
import { admin } from '../people/network.ts'
import type { SimulatedProduct } from '../simulated-product.ts'
import { rowsOfViews, type ViewRows } from '../view-rows.ts'

type Open = NonNullable<ReturnType<SimulatedProduct['now']>>

/** Data of people and photos that the product still has once everything has settled. */
export type RemainingPersonalData = {
  readonly rows: ViewRows
  /** Photos by id as an admin sees them, in base64; null where they see none. */
  readonly photos: ReadonlyMap<string, string | null>
  /** Keys of the phones whose erasure waits because Tuma owes them money. */
  readonly owedPhones: ReadonlySet<string>
  /** As `service person`: keys that still open a person's data, of all who have left. */
  readonly keysLeft: ReadonlySet<string>
  /** Whose keys were destroyed in which service, and when by the machine's clock. */
  readonly erasures: SimulatedProduct['erasures']
}

/**
 * The keys that seal the data of a person who has left, as `service person`. An account's erasure does not reach the
 * payments of its deleted parcels, because their money may have to go back to the phone that paid.
 */
export const toKeys = (erasedPerson: ErasedPerson, facts: Facts): string[] => {
  const { accountId, parcels, phoneKey } = erasedPerson
  const waits = selectOnly(facts.events, 'PhoneErasureDue').filter(({ data }) => data.key === phoneKey)
  const histories = getParcels(facts).flatMap(toHistories)
  const paidBy = (trackingId: string): string[] => {
    const history = histories.find((one) => getRequestData(one).trackingId === trackingId) ?? []
    const { paymentId = null } = getRequestData(history) ?? {}
    return paymentId === null || (accountId !== null && isDeleted(history)) ? [] : [`payment ${paymentId}`]
  }
  const payments = parcels.flatMap(({ role, trackingId }) => (role === 'sender' ? paidBy(trackingId) : []))
  if (accountId !== null) {
    const services = ['identity', 'payment', 'notification'].map((service) => `${service} ${accountId}`)
    return [`delivery account:${accountId}`, ...services, ...payments]
  }
  const ofParcels = parcels.flatMap(({ deliveryId, trackingId, role }) => [
    `delivery ${trackingId}:${role}`,
    `notification ${deliveryId}:${role}`,
  ])
  return [...ofParcels, ...payments, ...waits.map(({ data }) => `delivery ${data.person.personId}`)]
}

export const readRemainingPersonalData = async (
  product: SimulatedProduct,
  ledger: Ledger,
  facts: Facts,
): Promise<RemainingPersonalData> => {
  const open = product.now() as Open
  const keysLeft = new Set<string>()
  for (const one of ledger.erasedPeople.flatMap((erasedPerson) => toKeys(erasedPerson, facts))) {
    const [service = '', personId = ''] = [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]
    const keys = await openPersonalKeys({ documents: open.engines.of(service).documents })
    if (await keys.existingKey(personId)) keysLeft.add(one)
  }
  const waiting = await open.services.clients.delivery.phoneErasures()
  return {
    rows: await rowsOfViews(open.engines),
    photos: await readPhotos(open, ledger),
    owedPhones: new Set(waiting.filter(({ unpaid }) => unpaid.length > 0).map(({ key }) => key)),
    keysLeft,
    erasures: product.erasures,
  }
}

const readPhotos = async ({ services }: Open, { photos }: Ledger) => {
  const { delivery } = services.clients
  const shown = new Map<string, string | null>()
  for (const { deliveryId, ids } of photos)
    for (const photoId of ids)
      shown.set(
        photoId,
        await delivery.photo({ viewer: admin, deliveryId, photoId }).then(
          ({ photo }) => photo,
          (error) => toNullIfNotFound(error),
        ),
      )
  return shown
}

const toNullIfNotFound = (error: Error & { readonly code?: string }): null => {
  if (error.code === 'not_found') return null
  throw error
}
