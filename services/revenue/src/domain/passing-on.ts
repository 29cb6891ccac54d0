import { type OfferEnd, Refused } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Map as ById, Set as Ids } from 'immutable'
import {
  countCash,
  type DrawerParcels,
  type Part,
  withHanded,
  withoutReceived,
  withReceived,
  withTakenOver,
} from './drawer-parcels.ts'
import type { HandedOver } from './handing-over.ts'
import type { Posted } from './journal.ts'
import { oldestFirst, takeFirst } from './oldest-first.ts'

type DatedPart = Part & { readonly at: string }
type OfOffer = { readonly agentId: string; readonly offerId: string }

/**
 * Cash that an agent gives to a colleague. `agentId` is the owner of the drawer whose stream has the event; money is in
 * cents.
 */
export type PassingOnEvent =
  | DomainEvent<'CashOffered', OfOffer & { readonly to: string; readonly cents: number; readonly at: string }>
  | DomainEvent<'CashOfferEnded', OfOffer & { readonly why: OfferEnd; readonly at: string }>
  /** What the colleague has counted left this drawer. */
  | DomainEvent<
      'CashPassedOn',
      Posted & OfOffer & { readonly to: string; readonly cents: number; readonly parcels: readonly DatedPart[] }
    >
  /** The same money is in the colleague's drawer now. */
  | DomainEvent<
      'CashTakenOver',
      Posted & OfOffer & { readonly from: string; readonly cents: number; readonly parcels: readonly DatedPart[] }
    >
  /** The office has received cash out of a colleague's drawer that this agent had passed on. */
  | DomainEvent<
      'PassedCashReceived',
      { readonly agentId: string; readonly receiptId: string; readonly parcels: readonly Part[]; readonly at: string }
    >
  /** A colleague had paid it in by M-Pesa, and the money went back: the colleague has that cash again. */
  | DomainEvent<
      'PassedReceiptTakenBack',
      { readonly agentId: string; readonly receiptId: string; readonly parcels: readonly Part[]; readonly at: string }
    >

type Data<Type extends PassingOnEvent['type']> = Extract<PassingOnEvent, { type: Type }>['data']

export type PassingOnCommand =
  | ({ readonly type: 'OfferCash' } & Data<'CashOffered'>)
  /** `by`: its agent, who withdraws it, or the colleague, who declines it. */
  | (OfOffer & { readonly type: 'EndOffer'; readonly by: string; readonly at: string })
  /** `by` is the colleague, who has counted it. */
  | (OfOffer & { readonly type: 'PassOn'; readonly by: string; readonly counted: number; readonly at: string })
  | ({ readonly type: 'TakeOver'; readonly at: string } & Omit<Data<'CashTakenOver'>, keyof Posted>)
  | ({ readonly type: 'ReceivePassed' } & Data<'PassedCashReceived'>)
  | ({ readonly type: 'TakeBackPassed' } & Data<'PassedReceiptTakenBack'>)

type EndOfOffer =
  | { readonly state: 'passed'; readonly counted: number; readonly endedAt: string }
  | { readonly state: 'ended'; readonly why: OfferEnd; readonly endedAt: string }
export type Offer = { readonly to: string; readonly cents: number; readonly at: string } & (
  | { readonly state: 'open' }
  | EndOfOffer
)
export type PassedOn = {
  readonly offers: ById<string, Offer>
  /** At most one offer is open. */
  readonly openOffer: string | null
  /** The offers of colleagues whose cash has come into this drawer, and the receipts of passed cash that it knows. */
  readonly known: Ids<string>
  /** What came from each colleague, in cents. */
  readonly from: ById<string, number>
}
type State = DrawerParcels & PassedOn

/** A new offer takes the place of an open one. @throws Refused bad_input, more_than_cash */
export const offerCash = (
  { type: _, ...data }: Extract<PassingOnCommand, { type: 'OfferCash' }>,
  state: State,
): PassingOnEvent[] => {
  if (state.offers.has(data.offerId)) return []
  if (data.cents === 0) throw new Refused('bad_input', { field: 'amount' })
  if (data.cents > countCash(state)) throw new Refused('more_than_cash')
  const { agentId, at } = data
  const former = state.openOffer
  return [
    ...(former === null ? [] : [toOfferEnd({ agentId, offerId: former }, 'withdrawn', at)]),
    { type: 'CashOffered', data },
  ]
}

/** @throws Refused not_found, stale (it was passed on) */
export const endOffer = (
  { agentId, offerId, by, at }: Extract<PassingOnCommand, { type: 'EndOffer' }>,
  { offers }: State,
): PassingOnEvent[] => {
  const offer = offers.get(offerId)
  if (!offer || (by !== agentId && by !== offer.to)) throw new Refused('not_found')
  if (offer.state === 'passed') throw new Refused('stale')
  if (offer.state === 'ended') return []
  return [toOfferEnd({ agentId, offerId }, by === agentId ? 'withdrawn' : 'declined', at)]
}

/**
 * What the colleague did not count stays in this drawer.
 * @throws Refused not_found, stale (it has ended), bad_input (nothing counted, or more than was offered)
 */
export const passOn = (
  { agentId, offerId, by, counted, at }: Extract<PassingOnCommand, { type: 'PassOn' }>,
  { offers, open }: State,
): PassingOnEvent[] => {
  const offer = offers.get(offerId)
  if (!offer || by !== offer.to) throw new Refused('not_found')
  if (offer.state === 'passed') return []
  if (offer.state === 'ended') throw new Refused('stale')
  if (counted === 0 || counted > offer.cents) throw new Refused('bad_input', { field: 'counted' })
  const parcels = takeFirst(oldestFirst(open), counted).map((part) => ({
    ...part,
    at: open.get(part.deliveryId)?.at ?? at,
  }))
  return [{ type: 'CashPassedOn', data: { agentId, offerId, to: by, cents: counted, parcels, at, postings: [] } }]
}

export const takeOver = (
  { type: _, ...data }: Extract<PassingOnCommand, { type: 'TakeOver' }>,
  { known }: State,
): PassingOnEvent[] => (known.has(data.offerId) ? [] : [{ type: 'CashTakenOver', data: { ...data, postings: [] } }])

export const receivePassed = (
  { type: _, ...data }: Extract<PassingOnCommand, { type: 'ReceivePassed' }>,
  { known }: State,
): PassingOnEvent[] => (known.has(data.receiptId) ? [] : [{ type: 'PassedCashReceived', data }])

export const takeBackPassed = (
  { type: _, ...data }: Extract<PassingOnCommand, { type: 'TakeBackPassed' }>,
  { known }: State,
): PassingOnEvent[] => (known.has(data.receiptId) ? [] : [{ type: 'PassedReceiptTakenBack', data }])

/** The state after cash was offered, or moved between this drawer and a colleague's. */
export const afterPassing = <Of extends State & HandedOver>(state: Of, event: PassingOnEvent): Of => {
  switch (event.type) {
    case 'CashOffered': {
      const { offerId, to, cents, at } = event.data
      return { ...state, openOffer: offerId, offers: state.offers.set(offerId, { to, cents, at, state: 'open' }) }
    }
    case 'CashOfferEnded': {
      const { offerId, why, at: endedAt } = event.data
      return withEnded(state, offerId, { state: 'ended', why, endedAt })
    }
    case 'CashPassedOn': {
      const { agentId, offerId, cents: counted, parcels, at: endedAt } = event.data
      const sums = { ...state.sums, agentId, handed: state.sums.handed + counted }
      return { ...withHanded(withEnded(state, offerId, { state: 'passed', counted, endedAt }), parcels), sums }
    }
    case 'CashTakenOver': {
      const { agentId, offerId, from, cents, parcels } = event.data
      return {
        ...withTakenOver(state, from, parcels),
        known: state.known.add(offerId),
        from: state.from.update(from, 0, (before) => before + cents),
        sums: { ...state.sums, agentId },
      }
    }
    case 'PassedCashReceived': {
      const { receiptId, parcels } = event.data
      return { ...withReceived(state, parcels), known: state.known.add(receiptId) }
    }
    case 'PassedReceiptTakenBack': {
      const { receiptId, parcels } = event.data
      return { ...withoutReceived(state, parcels), known: state.known.add(receiptId) }
    }
  }
}

const withEnded = <Of extends PassedOn>(state: Of, offerId: string, end: EndOfOffer): Of => {
  const { offers, openOffer } = state
  const offer = offers.get(offerId)
  if (!offer) return state
  const { to, cents, at } = offer
  return {
    ...state,
    openOffer: openOffer === offerId ? null : openOffer,
    offers: offers.set(offerId, { to, cents, at, ...end }),
  }
}

/** Ends an open offer of more than the drawer has by now. */
export const withoutGoneOffer = (agentId: string, at: string, after: State): PassingOnEvent[] => {
  const { offers, openOffer } = after
  const offer = openOffer === null ? undefined : offers.get(openOffer)
  if (openOffer === null || !offer || offer.cents <= countCash(after)) return []
  return [toOfferEnd({ agentId, offerId: openOffer }, 'gone', at)]
}

const toOfferEnd = (of: OfOffer, why: OfferEnd, at: string): PassingOnEvent => ({
  type: 'CashOfferEnded',
  data: { ...of, why, at },
})
