import { deliveryTypes, haveWords, wordsAsked, wordsOf, wordsOfPhone } from '@tuma/contracts/vocabulary'
import type { KeyedHash, ReadModels } from '@tuma/platform/event-sourcing'
import { isErased } from '../domain/delivery.ts'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { forgottenView, isForgotten } from '../domain/people/known-people.ts'

/** A sender with more parcels than this searches the list of parcels instead. */
const maxParcels = 1000
const pageSize = 100

type Known = { readonly personId: string; readonly row: DeliveryRow }

/** The people to whom an account has sent, from its newest parcels; people are not stored separately. */
export const openKnownPeople = async ({ readModel }: ReadModels, hash: KeyedHash) => {
  const deliveries = await readModel(deliveriesView)
  const forgotten = await readModel(forgottenView)

  async function* getParcels(ownerId: string) {
    const where = { ownerId, deliveryType: deliveryTypes }
    let after: string | null = null
    for (let read = 0; read < maxParcels; read += pageSize) {
      const page: Awaited<ReturnType<typeof deliveries.find>> = await deliveries.find({ where, limit: pageSize, after })
      yield* page.documents
      if (page.next === null) return
      after = page.next
    }
  }

  /** Each phone once, by its newest parcel. */
  async function* knownTo(ownerId: string): AsyncGenerator<Known> {
    const row = await forgotten.get(ownerId)
    const seen = new Set<string>()
    for await (const parcel of getParcels(ownerId)) {
      const { phone } = parcel.receiver
      if (seen.has(phone) || isErased(parcel.receiver)) continue
      seen.add(phone)
      const personId = hash('known person', ownerId, phone).slice(0, 32)
      if (!isForgotten(row, personId, parcel.createdAt)) yield { personId, row: parcel }
    }
  }

  return {
    async people({ ownerId, search, limit }: { ownerId: string; search: string | null; limit: number }) {
      const found: Known[] = []
      const wanted = isWanted(search ?? '')
      for await (const known of knownTo(ownerId)) {
        if (wanted(known.row.receiver)) found.push(known)
        if (found.length >= limit) break
      }
      return found.map(getPerson)
    },
    /** From where the newest parcel was sent; null if the account has sent none. */
    async last(ownerId: string) {
      const { documents } = await deliveries.find({ where: { ownerId, deliveryType: deliveryTypes }, limit: 1 })
      const [row] = documents
      return row && !isErased(row.sender)
        ? { phone: row.sender.phone, location: row.sender.location, dropoffAgent: row.sender.dropoffAgent }
        : null
    },
    async knows(ownerId: string, personId: string | null): Promise<boolean> {
      for await (const known of knownTo(ownerId)) if (personId === null || known.personId === personId) return true
      return false
    },
  }
}
export type KnownPeople = Awaited<ReturnType<typeof openKnownPeople>>

const isWanted = (search: string) => {
  const asked = wordsAsked(search)
  return ({ name, phone }: DeliveryRow['receiver']): boolean =>
    haveWords([...wordsOf(name), ...wordsOfPhone(phone)], asked)
}

const getPerson = ({ personId, row }: Known) => {
  const { name, phone, location, pickupAgent, pickupAddress, moreDetails } = row.receiver
  const { deliveryType, pricingTier: tier, createdAt: sentAt } = row
  return { personId, name, phone, deliveryType, tier, location, pickupAgent, pickupAddress, moreDetails, sentAt }
}
