import type { CommandContext } from '@tuma/contracts/services'
import { isUnderWay, Refused } from '@tuma/contracts/vocabulary'
import { everyDocument } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import {
  type PhoneErasureRow,
  phoneErasure,
  phoneErasureStream,
  phoneErasuresView,
} from '../domain/people/phone-erasure.ts'
import { phoneErasureKey } from '../ids.ts'
import type { PhoneParcels } from './forgetting.ts'
import { hasUnderWay, idsIn, isToBeOwed, type PhoneEraser } from './phone-eraser.ts'

export type PhoneErasures = Awaited<ReturnType<typeof openPhoneErasures>>

/**
 * Erases the person with a phone and no account: at once if they have no parcel under way and no money is owed, else
 * when the last of these has ended, 30 days later at most (`erasures.ts`). Parcels that were sent with an account
 * belong to its owner and end with the account; the admin is warned of them first. Phones are 254….
 */
export const openPhoneErasures = async (
  dependencies: Pick<Dependencies, 'streams' | 'forgetting' | 'hash' | 'buildMetadata'> & {
    readonly bookings: Pick<Dependencies['bookings'], 'erasePhone'>
    readonly phoneEraser: PhoneEraser
  },
) => {
  const { streams, forgetting, hash, buildMetadata, bookings, phoneEraser: eraser } = dependencies
  const rows = await streams.readModel(phoneErasuresView)
  const handle = streams.getHandler(phoneErasure)

  const look = async (phone: string) => {
    const key = phoneErasureKey(hash, phone)
    await streams.assertShown([phoneErasuresView], 'rows do not show yet which phones are due')
    return { key, parcels: await forgetting.parcelsOfPhone(phone), due: (await rows.get(key)) ?? null }
  }

  return {
    async preview(phone: string) {
      const { key, parcels, due } = await look(phone)
      const names = namesIn(parcels).slice(0, maxNames)
      return { key, names, accounts: accountsIn(parcels), parcels: partsIn(parcels), due: due && toTold(due) }
    },

    /**
     * @param seen ids of accounts that have sent with the phone and that the admin has confirmed
     * @param owed ids of parcels whose price Tuma owes to this phone now, according to revenue
     */
    async erase(input: {
      readonly asked: CommandContext
      readonly phone: string
      readonly seen: readonly string[]
      readonly owed: readonly string[]
    }) {
      const { asked, phone, seen, owed } = input
      const before = await look(phone)
      const accounts = accountsIn(before.parcels)
      if (accounts.some(({ accountId }) => !seen.includes(accountId)))
        return { key: before.key, accounts, state: 'unseen' as const, places: 0, dueBy: null }
      // A booking whose money has come is a parcel afterwards.
      const { key, parcels, due } = (await bookings.erasePhone(phone)) > 0 ? await look(phone) : before
      const metadata = buildMetadata(asked)
      const { at } = metadata
      const unpaid = [...new Set([...owed, ...parcels.sent.filter(isToBeOwed).map(({ _id }) => _id)])]
      if (unpaid.length > 0 || hasUnderWay(parcels)) {
        const command = { type: 'AwaitPhoneErasure', key, phone, deliveryIds: idsIn(parcels), unpaid, at } as const
        const { state } = await handle(phoneErasureStream(key), command, metadata)
        return { key, accounts, state: 'due' as const, places: 0, dueBy: state.due?.dueBy ?? null }
      }
      const places = await eraser.erase({ key, personId: due?.personId ?? null, phone }, parcels, metadata)
      return { key, accounts, state: 'erased' as const, places, dueBy: null }
    },

    /** The earliest deadline first. */
    async list() {
      return (await Array.fromAsync(everyDocument(rows))).map(toTold)
    },

    /** @throws Refused not_found */
    async cancel(asked: CommandContext, key: string): Promise<void> {
      const metadata = buildMetadata(asked)
      const row = await rows.get(key)
      if (!row) throw new Refused('not_found')
      await handle(phoneErasureStream(key), { type: 'CancelPhoneErasure', key, at: metadata.at }, metadata)
      await streams.assertShown([phoneErasuresView], 'rows still show the phone')
      await streams.keys.destroy([row.personId])
    },
  }
}

/** An admin sees at most this many names to recognise the person. */
const maxNames = 5
const namesIn = ({ sent, ofAccounts, received }: PhoneParcels): string[] => [
  ...new Set([
    ...[...sent, ...ofAccounts].map(({ sender }) => sender.name),
    ...received.map((row) => row.receiver.name),
  ]),
]

const accountsIn = ({ ofAccounts }: PhoneParcels) => {
  const owners = ofAccounts.flatMap(({ ownerId }) => ownerId ?? [])
  return [...new Set(owners)].map((accountId) => ({
    ...{ accountId, parcels: owners.filter((owner) => owner === accountId).length },
  }))
}

/** Each parcel once, those under way first, with the roles of the phone in it. */
const partsIn = ({ sent, received, pickers }: PhoneParcels) => {
  const byId = new Map([...sent, ...received].map((row) => [row._id, row]))
  const getRoles = (id: string) => [
    ...(sent.some(({ _id }) => _id === id) ? (['sender'] as const) : []),
    ...(received.some(({ _id }) => _id === id) ? (['receiver'] as const) : []),
    ...(pickers.some(({ deliveryId }) => deliveryId === id) ? (['picker'] as const) : []),
  ]
  const getNextPlace = (row: DeliveryRow) => (sent.includes(row) && isToBeOwed(row) ? row.productPrice : 0)
  const known = [...byId.values()].map((row) => ({
    ...{ deliveryId: row._id, trackingId: row.trackingId, status: row.status, leg: row.leg },
    ...{ roles: getRoles(row._id), underWay: isUnderWay(row), comes: getNextPlace(row) },
    from: { location: row.sender.location, address: row.sender.dropoffAgent },
    to: { location: row.receiver.location, address: row.receiver.pickupAgent },
  }))
  return known.sort((one, other) => Number(other.underWay) - Number(one.underWay))
}

const toTold = ({ key, phone, unpaid, askedAt, dueBy }: PhoneErasureRow) => ({
  ...{ key, phone, unpaid: [...unpaid], askedAt, dueBy },
})
