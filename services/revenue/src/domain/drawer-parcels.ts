import type { Map as ById } from 'immutable'

/** Cents of one parcel. */
export type Part = { readonly deliveryId: string; readonly cents: number }

/** Cash of a parcel that came from a colleague's drawer, and how much of it the office has received since. */
type Over = { readonly from: string; readonly cents: number; readonly received: number }

/** A parcel's cash in one drawer, in cents. */
export type DrawerParcel = {
  /** What this agent took for it themselves. */
  readonly cents: number
  readonly awaiting: boolean
  readonly withdrawn: boolean
  /** Revision of the sale that says so; -1 for a parcel that is known from colleagues alone. */
  readonly asOf: number
  readonly at: string
  /** What left the drawer, to the office or to a colleague. */
  readonly handed: number
  /** What the office has received of the agent's own cash, also out of the drawer of a colleague who has it by now. */
  readonly received: number
  /** The oldest first. Missing: no cash of it came from a colleague. */
  readonly over?: readonly Over[]
}

export type DrawerParcels = {
  readonly parcels: ById<string, DrawerParcel>
  /** The parcels that have cash in the drawer, or whose cash was given back after it had left the drawer (below zero). */
  readonly open: ById<string, { readonly cents: number; readonly at: string }>
}

const nothing = { cents: 0, awaiting: false, withdrawn: false, asOf: -1, handed: 0, received: 0 }

/** @returns cents */
export const sumUp = (parts: readonly { readonly cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0)

/** What is in the drawer of all parcels, in cents. */
export const countCash = ({ open }: Pick<DrawerParcels, 'open'>): number => sumUp([...open.values()])

/** What of its cash is in the drawer. */
export const countLeft = (parcel: Pick<DrawerParcel, 'awaiting' | 'cents' | 'handed' | 'over'>): number =>
  (parcel.awaiting ? 0 : parcel.cents) + sumUp(parcel.over ?? []) - parcel.handed

export const withParcel = <State extends DrawerParcels>(
  state: State,
  deliveryId: string,
  parcel: DrawerParcel,
): State => {
  const { at } = parcel
  const left = countLeft(parcel)
  return {
    ...state,
    parcels: state.parcels.set(deliveryId, parcel),
    open: left !== 0 ? state.open.set(deliveryId, { cents: left, at }) : state.open.delete(deliveryId),
  }
}

const changeParts = <State extends DrawerParcels>(
  state: State,
  parts: readonly Part[],
  change: (parcel: DrawerParcel, cents: number) => DrawerParcel,
): State =>
  parts.reduce((all, { deliveryId, cents }) => {
    const parcel = all.parcels.get(deliveryId)
    return parcel ? withParcel(all, deliveryId, change(parcel, cents)) : all
  }, state)

export const withHanded = <State extends DrawerParcels>(state: State, parts: readonly Part[]): State =>
  changeParts(state, parts, (parcel, cents) => ({ ...parcel, handed: parcel.handed + cents }))

/** What came from colleagues counts as received first, the oldest first; the rest is the agent's own. */
export const withReceived = <State extends DrawerParcels>(state: State, parts: readonly Part[]): State =>
  changeParts(state, parts, (parcel, cents) => {
    if (!parcel.over) return { ...parcel, received: parcel.received + cents }
    let left = cents
    const over = parcel.over.map((one) => {
      const now = Math.min(one.cents - one.received, left)
      left -= now
      return { ...one, received: one.received + now }
    })
    return { ...parcel, over, received: parcel.received + left }
  })

/** The opposite of `withReceived`: the agent's own counts as not received first, then what came last from colleagues. */
export const withoutReceived = <State extends DrawerParcels>(state: State, parts: readonly Part[]): State =>
  changeParts(state, parts, (parcel, cents) => {
    if (!parcel.over) return { ...parcel, received: parcel.received - cents }
    const own = Math.max(0, Math.min(parcel.received, cents))
    let left = cents - own
    const over = parcel.over.toReversed().map((one) => {
      const now = Math.max(0, Math.min(one.received, left))
      left -= now
      return { ...one, received: one.received - now }
    })
    return { ...parcel, over: over.toReversed(), received: parcel.received - own - left }
  })

export const withTakenOver = <State extends DrawerParcels>(
  state: State,
  from: string,
  parts: readonly (Part & { readonly at: string })[],
): State =>
  parts.reduce((all, { deliveryId, cents, at }) => {
    const known = all.parcels.get(deliveryId) ?? { ...nothing, at }
    // Cash of a parcel that has none here is as old as it was with the colleague.
    const parcel: DrawerParcel = countLeft(known) === 0 ? { ...known, at } : known
    const over = [...(parcel.over ?? []), { from, cents, received: 0 }]
    return withParcel(all, deliveryId, { ...parcel, over })
  }, state)

/** What the office has received, between two states, of the cash that came from each colleague. */
export const receivedForOthers = (
  before: DrawerParcels,
  after: DrawerParcels,
  deliveryIds: readonly string[],
): { readonly from: string; readonly parcels: readonly Part[] }[] => {
  const parts = deliveryIds.flatMap((deliveryId) =>
    (after.parcels.get(deliveryId)?.over ?? []).map((one, nth) => {
      const cents = one.received - (before.parcels.get(deliveryId)?.over?.[nth]?.received ?? 0)
      return { from: one.from, deliveryId, cents }
    }),
  )
  const byOrigin = Map.groupBy(
    parts.filter(({ cents }) => cents > 0),
    ({ from }) => from,
  )
  return [...byOrigin].map(([from, own]) => ({
    from,
    parcels: own.map(({ deliveryId, cents }) => ({ deliveryId, cents })),
  }))
}

/**
 * Whether the office has received all of the cash that this agent took for the parcel. An agent who took none of it
 * cannot say so, although a colleague's cash of it may have passed through their drawer.
 */
export const isReceived = ({ parcels }: DrawerParcels, deliveryId: string): boolean => {
  const { cents, awaiting, received } = parcels.get(deliveryId) ?? nothing
  return cents > 0 && !awaiting && received >= cents
}
