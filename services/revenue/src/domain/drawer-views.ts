import type { HandOverWay } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { DrawerEvent } from './drawer.ts'
import type { Part } from './drawer-parcels.ts'

type InDrawer = {
  readonly deliveryId: string
  readonly cents: number
  readonly awaiting: boolean
  readonly at: string
  /** A colleague took it and passed it on. A parcel has a line of its own for that. */
  readonly fromColleague: boolean
}

export type DrawerRow = {
  readonly agentId: string
  /**
   * Cents of cash that should be there, and of money that only messages tell of. Cash below zero: the agent gave back
   * more out of other cash than was taken since.
   */
  readonly cents: number
  readonly awaiting: number
  /** When the oldest of its cash was taken; empty where it has no cash. */
  readonly since: string
  readonly standing: 'cash' | 'empty'
  readonly parcels: readonly InDrawer[]
}

export const drawersView: View<DrawerEvent, DrawerRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'drawers-v2',
    shape: {
      agentId: 'text',
      cents: 'number',
      awaiting: 'number',
      since: 'text',
      standing: 'text',
      parcels: {
        each: { deliveryId: 'text', cents: 'number', awaiting: 'boolean', at: 'text', fromColleague: 'boolean' },
      },
    },
    fields: { standing: 'text', since: 'text' },
    indexes: [['standing']],
    unlisted: true,
    sortBy: 'since',
  },
  getIds: ({ type, data }) => (ofDrawers.includes(type) ? [data.agentId] : []),
  project: (row, event, agentId) => {
    const parcels = parcelsAfter(row?.parcels ?? [], event)
    const sum = (own: readonly InDrawer[]) => own.reduce((all, { cents }) => all + cents, 0)
    const cash = parcels.filter(({ awaiting }) => !awaiting)
    const [oldest = ''] = cash.flatMap(({ cents, at }) => (cents > 0 ? [at] : [])).sort()
    const isEmpty = sum(cash) <= 0
    return {
      ...{ agentId, cents: sum(cash), awaiting: sum(parcels) - sum(cash), since: isEmpty ? '' : oldest },
      standing: isEmpty ? 'empty' : 'cash',
      parcels,
    }
  },
}

const ofDrawers: readonly string[] = [
  'CashStood',
  'CashHandedOver',
  'CashPassedOn',
  'CashTakenOver',
  'CashPaidIn',
  'PayInReversed',
]

const parcelsAfter = (before: readonly InDrawer[], { type, data }: DrawerEvent): readonly InDrawer[] => {
  switch (type) {
    case 'CashStood':
      return standing(before, data)
    case 'CashHandedOver':
    case 'CashPassedOn':
    case 'CashPaidIn':
      return without(before, data.parcels)
    case 'PayInReversed':
      return data.parcels.reduce(withOwn, before)
    case 'CashTakenOver':
      return data.parcels.reduce(withPassed, before)
    default:
      return before
  }
}

const isColleagues = (deliveryId: string) => (parcel: InDrawer) =>
  parcel.fromColleague && parcel.deliveryId === deliveryId

const datedAt = (parcels: readonly InDrawer[], at: string): InDrawer[] => parcels.map((parcel) => ({ ...parcel, at }))

const standing = (
  parcels: readonly InDrawer[],
  { deliveryId, awaiting, at, ...stood }: Extract<DrawerEvent, { type: 'CashStood' }>['data'],
): InDrawer[] => {
  const [theirs, others] = [
    parcels.filter(isColleagues(deliveryId)),
    parcels.filter((parcel) => parcel.deliveryId !== deliveryId),
  ]
  const own = stood.left === undefined ? stood.cents : stood.left - theirs.reduce((sum, { cents }) => sum + cents, 0)
  // What the agent gave back also takes the cash that a colleague gave them for it.
  const [kept, cents] = own < 0 ? [[], stood.left ?? 0] : [stood.left === undefined ? theirs : datedAt(theirs, at), own]
  const line = { deliveryId, cents, awaiting, at, fromColleague: false }
  return [...others, ...kept, ...(cents === 0 ? [] : [line])]
}

/** Cash of one parcel may come in several parts. It first covers what the agent gave back out of other cash. */
const withPassed = (
  parcels: readonly InDrawer[],
  { deliveryId, cents, at }: Part & { readonly at: string },
): readonly InDrawer[] => {
  const below = parcels.find((parcel) => parcel.deliveryId === deliveryId && parcel.cents < 0)
  if (below) {
    const left = below.cents + cents
    return parcels.flatMap((parcel) => (parcel !== below ? [parcel] : left === 0 ? [] : [{ ...below, cents: left }]))
  }
  const isSame = isColleagues(deliveryId)
  const sum = (parcels.find(isSame)?.cents ?? 0) + cents
  const others = parcels.filter((parcel) => !isSame(parcel))
  return sum === 0 ? others : [...others, { deliveryId, cents: sum, awaiting: false, at, fromColleague: true }]
}

/** Cash that comes back is one line with what the agent took themselves. It covers what was given back meanwhile. */
const withOwn = (
  parcels: readonly InDrawer[],
  { deliveryId, cents, at }: Part & { readonly at: string },
): readonly InDrawer[] => {
  const isIts = (parcel: InDrawer) => parcel.deliveryId === deliveryId && !parcel.awaiting
  const theirs = parcels.filter((parcel) => isIts(parcel) && parcel.fromColleague)
  const own = parcels
    .filter((parcel) => isIts(parcel) && !parcel.fromColleague)
    .reduce((sum, one) => sum + one.cents, cents)
  const others = parcels.filter((parcel) => !isIts(parcel))
  const ofColleagues = theirs.reduce((sum, one) => sum + one.cents, 0)
  // Only one sign for a parcel: what is below zero is covered by what came from colleagues.
  const [kept, left] = own < 0 && ofColleagues > 0 ? [[], own + ofColleagues] : [theirs, own]
  const line = { deliveryId, cents: left, awaiting: false, at, fromColleague: false }
  return [...others, ...kept, ...(left === 0 ? [] : [line])]
}

const without = (parcels: readonly InDrawer[], parts: readonly Part[]): InDrawer[] => {
  const going = new Map(parts.map(({ deliveryId, cents }) => [deliveryId, cents]))
  return parcels.flatMap((parcel) => {
    const asked = going.get(parcel.deliveryId) ?? 0
    const isBelow = parcel.cents < 0
    const most = isBelow ? Math.max(parcel.cents, Math.min(asked, 0)) : Math.min(parcel.cents, Math.max(asked, 0))
    const gone = parcel.awaiting ? 0 : most
    going.set(parcel.deliveryId, asked - gone)
    return parcel.cents !== gone ? [{ ...parcel, cents: parcel.cents - gone }] : []
  })
}

/** One line a parcel: what the agent took of its cash themselves and what came from colleagues are one sum. */
export const toDrawerParcels = (parcels: readonly InDrawer[]) => {
  const lines = new Map<string, Omit<InDrawer, 'fromColleague'>>()
  for (const { fromColleague: _, ...line } of parcels) {
    const key = `${line.awaiting} ${line.deliveryId}`
    lines.set(key, { ...line, cents: line.cents + (lines.get(key)?.cents ?? 0) })
  }
  return [...lines.values()]
}

export type HandOverRow = {
  readonly handOverId: string
  readonly agentId: string
  /** What the agent counted, what it should be, and what an admin counted; null before an admin has counted it. */
  readonly declared: number
  readonly cents: number
  readonly counted: number | null
  /** To the office, or by M-Pesa to the till: then `declared` is what came to the till, and its id is the payment's. */
  readonly way: HandOverWay
  /** `reversed`: its money went back, and the cash is in the drawer again. */
  readonly state: 'waiting' | 'received' | 'reversed'
  readonly parcels: readonly Part[]
  readonly byOffice: boolean
  readonly at: string
  readonly receivedAt: string | null
  readonly reversedAt: string | null
  /**
   * Revision of the event in the agent's stream that holds what the admin wrote about it; null where the admin wrote
   * nothing.
   */
  readonly reasonIn: number | null
}

export const handOversView: View<DrawerEvent, HandOverRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'hand-overs-v4',
    shape: {
      handOverId: 'text',
      agentId: 'text',
      declared: 'number',
      cents: 'number',
      counted: 'number or null',
      way: 'text',
      state: 'text',
      parcels: { each: { deliveryId: 'text', cents: 'number' } },
      byOffice: 'boolean',
      at: 'text',
      receivedAt: 'text or null',
      reversedAt: 'text or null',
      reasonIn: 'number or null',
    },
    fields: { agentId: 'text', way: 'text', state: 'text', at: 'text' },
    indexes: [['agentId'], ['agentId', 'way'], ['state']],
    sortBy: 'at',
  },
  getIds: ({ type, data }) => {
    if (type === 'CashPaidIn' || type === 'PayInReversed') return [data.paymentId]
    return type === 'CashHandedOver' || type === 'CashReceived' ? [data.handOverId] : []
  },
  project: (row, { type, data, revision }) => {
    switch (type) {
      case 'CashHandedOver': {
        const { handOverId, agentId, declared, cents, parcels, byOffice, at } = data
        const waiting = { counted: null, way: 'office', state: 'waiting', ...notYet } as const
        return { handOverId, agentId, declared, cents, parcels, byOffice, at, ...waiting }
      }
      case 'CashReceived': {
        const { counted, at: receivedAt, note } = data
        return row && { ...row, counted, state: 'received', receivedAt, reasonIn: note ? revision : null }
      }
      case 'CashPaidIn':
        return { ...toPayInRow(data, data.paid), at: row?.at ?? data.at, state: 'received' }
      case 'PayInReversed':
        return { ...(row ?? toPayInRow(data, 0)), state: 'reversed', reversedAt: data.at }
      default:
        return row
    }
  },
}

const notYet = { receivedAt: null, reversedAt: null, reasonIn: null }

const toPayInRow = (
  { paymentId, agentId, cents, parcels, at }: Extract<DrawerEvent, { type: 'CashPaidIn' | 'PayInReversed' }>['data'],
  paid: number,
): HandOverRow => ({
  ...{ handOverId: paymentId, agentId, declared: paid, cents, counted: cents, way: 'mpesa', state: 'received' },
  ...{ parcels, byOffice: false, at, ...notYet, receivedAt: at },
})
