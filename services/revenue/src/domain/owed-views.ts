import type { OwedState, TakenHow } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { OwedEvent } from './owed.ts'

type Open = { readonly deliveryId: string; readonly cents: number; readonly ready: boolean; readonly at: string }

export type OwedRow = {
  readonly owedTo: string
  /** Cents: all that Tuma holds for the sender, and the part that can be paid out. */
  readonly cents: number
  readonly ready: number
  /** When the oldest of it was taken; empty where nothing is owed. */
  readonly since: string
  readonly standing: 'ready' | 'waiting' | 'settled'
  readonly parcels: readonly Open[]
}

export const owedView: View<OwedEvent, OwedRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'owed-v1',
    shape: {
      owedTo: 'text',
      cents: 'number',
      ready: 'number',
      since: 'text',
      standing: 'text',
      parcels: { each: { deliveryId: 'text', cents: 'number', ready: 'boolean', at: 'text' } },
    },
    fields: { standing: 'text', since: 'text' },
    indexes: [['standing']],
    unlisted: true,
    sortBy: 'since',
  },
  getIds: ({ data: { owedTo } }) => [owedTo],
  project: (row, event, owedTo) => {
    if (event.type === 'PayoutRefused') return row
    const parcels = openAfter(row?.parcels ?? [], row === null, event)
    const sum = (own: readonly Open[]) => own.reduce((all, { cents }) => all + cents, 0)
    const ready = sum(parcels.filter((parcel) => parcel.ready))
    const since = parcels.map(({ at }) => at).sort()[0] ?? ''
    const standing = ready > 0 ? 'ready' : parcels.length > 0 ? 'waiting' : 'settled'
    return { owedTo, cents: sum(parcels), ready, since, standing, parcels }
  },
}

type Owing = Exclude<OwedEvent, { type: 'PayoutRefused' }>

const openAfter = (parcels: readonly Open[], isNew: boolean, { type, data }: Owing): Open[] => {
  if (type === 'PaidOut') {
    const paid = new Set(data.parcels.map(({ deliveryId }) => deliveryId))
    return parcels.filter(({ deliveryId }) => !paid.has(deliveryId))
  }
  const { deliveryId, cents, ready, at, again } = data
  const others = parcels.filter((parcel) => parcel.deliveryId !== deliveryId)
  // A parcel that was paid out stays paid, whatever happens to its payment afterwards.
  const isOpen = isNew || !again || others.length < parcels.length
  // Money of a parcel that goes back is not owed to its sender.
  if (cents === 0) return others
  return isOpen ? [...others, { deliveryId, cents, ready, at }] : [...parcels]
}

export type OwedParcelRow = {
  readonly deliveryId: string
  readonly owedTo: string
  readonly cents: number
  readonly how: TakenHow
  readonly state: OwedState
  readonly at: string
  readonly payoutId: string | null
}

export const owedParcelsView: View<OwedEvent, OwedParcelRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'owed-parcels-v1',
    shape: {
      deliveryId: 'text',
      owedTo: 'text',
      cents: 'number',
      how: 'text',
      state: 'text',
      at: 'text',
      payoutId: 'text or null',
    },
    fields: { owedTo: 'text', at: 'text' },
    indexes: [['owedTo']],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: ({ type, data }) => {
    if (type === 'PayoutRefused') return []
    return type === 'PaidOut' ? data.parcels.map(({ deliveryId }) => deliveryId) : [data.deliveryId]
  },
  project: (row, { type, data }) => {
    if (type === 'PayoutRefused') return row
    if (type === 'PaidOut') return row && { ...row, state: 'paid', payoutId: data.payoutId }
    const { deliveryId, owedTo, cents, how, ready, at } = data
    if (row?.state === 'paid') return { ...row, how }
    if (cents === 0) return null
    return { deliveryId, owedTo, cents, how, state: ready ? 'ready' : 'waiting', at, payoutId: null }
  },
}

export type PayoutRow = {
  readonly payoutId: string
  readonly owedTo: string
  readonly cents: number
  readonly reference: string
  readonly parcels: number
  readonly at: string
}

export const payoutsView: View<OwedEvent, PayoutRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'payouts-v1',
    shape: { payoutId: 'text', owedTo: 'text', cents: 'number', reference: 'text', parcels: 'number', at: 'text' },
    fields: { owedTo: 'text', at: 'text' },
    indexes: [['owedTo']],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: ({ type, data }) => (type === 'PaidOut' ? [data.payoutId] : []),
  project: (row, { type, data }) => {
    if (type !== 'PaidOut') return row
    const { payoutId, owedTo, cents, reference, parcels, at } = data
    return { payoutId, owedTo, cents, reference, parcels: parcels.length, at }
  },
}
