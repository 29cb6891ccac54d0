import { Refused, type TakenHow } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { balancesFrom, booked, moved, type Posted } from './journal.ts'

/** What Tuma holds for a sender: `account:<id>`, or `phone:<keyed hash>` of who has none. Money is cents. */
export const owedStream = (owedTo: string): string => `owed-${owedTo}`

type OwedParcel = {
  readonly cents: number
  readonly how: TakenHow
  /** Its money is where Tuma can pay it from. */
  readonly ready: boolean
  /** Revision of the sale that says so. */
  readonly asOf: number
  readonly at: string
}

export type OwedEvent =
  /** `again`: it was said before, and stands otherwise now. */
  | DomainEvent<
      'ParcelOwed',
      OwedParcel & { readonly owedTo: string; readonly deliveryId: string; readonly again: boolean }
    >
  /** Outside of Tuma, by M-Pesa; `reference` is its receipt code. */
  | DomainEvent<
      'PaidOut',
      Posted & {
        readonly owedTo: string
        readonly payoutId: string
        readonly cents: number
        readonly reference: string
        readonly parcels: readonly { readonly deliveryId: string; readonly cents: number }[]
      }
    >

export type OwedCommand =
  | ({ readonly type: 'OweParcel'; readonly owedTo: string; readonly deliveryId: string } & OwedParcel)
  /** All that is ready; `cents` is how much that was when it was decided. */
  | {
      readonly type: 'PayOut'
      readonly owedTo: string
      readonly payoutId: string
      readonly cents: number
      readonly reference: string
      readonly at: string
    }

export type Owed = {
  readonly parcels: { readonly [deliveryId: string]: OwedParcel & { readonly paid: boolean } }
  readonly payouts: readonly { readonly owedTo: string; readonly cents: number }[]
}

/** What could be paid out now. */
export const readyIn = ({ parcels }: Owed) =>
  Object.entries(parcels)
    .filter(([, { ready, paid, cents }]) => ready && !paid && cents > 0)
    .map(([deliveryId, { cents }]) => ({ deliveryId, cents }))

export const owedBalances = ({ payouts }: Owed) =>
  balancesFrom(
    payouts.flatMap(({ owedTo: party, cents }) =>
      moved(cents, { account: 'bank' }, { account: 'owed_to_senders', party }),
    ),
  )

export const owed: Decider<Owed, OwedCommand, OwedEvent> = booked<Owed, OwedCommand, OwedEvent>(
  {
    initialState: { parcels: {}, payouts: [] },
    decide: (command, state) => {
      if (command.type === 'OweParcel') {
        const { type: _, ...data } = command
        const again = data.deliveryId in state.parcels
        return addsNothing(data, state) ? [] : [{ type: 'ParcelOwed', data: { ...data, again } }]
      }
      const { type: _, cents, ...payout } = command
      const parcels = readyIn(state)
      const ready = parcels.reduce((sum, parcel) => sum + parcel.cents, 0)
      if (ready === 0 || ready !== cents) throw new Refused('payout_changed')
      return [{ type: 'PaidOut', data: { ...payout, cents, parcels, postings: [] } }]
    },
    evolve: (state, { type, data }) => {
      if (type === 'ParcelOwed') {
        const { deliveryId, cents, how, ready, asOf, at } = data
        const paid = state.parcels[deliveryId]?.paid ?? false
        return { ...state, parcels: { ...state.parcels, [deliveryId]: { cents, how, ready, asOf, at, paid } } }
      }
      const paid = data.parcels.flatMap(({ deliveryId }) => {
        const parcel = state.parcels[deliveryId]
        return parcel ? [[deliveryId, { ...parcel, paid: true }] as const] : []
      })
      return {
        parcels: { ...state.parcels, ...Object.fromEntries(paid) },
        payouts: [...state.payouts, { owedTo: data.owedTo, cents: data.cents }],
      }
    },
  },
  owedBalances,
)

const addsNothing = (said: OwedParcel & { readonly deliveryId: string }, { parcels }: Owed): boolean => {
  const known = parcels[said.deliveryId]
  if (!known) return said.cents === 0
  return known.asOf > said.asOf || (known.ready === said.ready && known.how === said.how)
}
