import {
  addDays,
  type DeliveryStatus,
  type DeliveryType,
  dueAtNine,
  type EatDay,
  getEatDay,
  type Leg,
  type WaitDays,
  type WaitRule,
} from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { About } from '../delivery.ts'

/** `day`: day of the wait, counted from the day of arrival. */
export type ReceiverReminded = DomainEvent<'ReceiverReminded', About & { readonly day: number; readonly at: string }>
/** The sender must decide what becomes of the parcel. Without an answer it goes back on the day `until`. */
export type SenderAsked = DomainEvent<
  'SenderAsked',
  About & {
    readonly ownerId: string | null
    readonly day: number
    readonly until: EatDay
    /** The sender may let it wait longer. */
    readonly mayWait: boolean
    readonly at: string
  }
>
/** The parcel waits longer: `times` is how often its sender has chosen that. */
export type WaitProlonged = DomainEvent<
  'WaitProlonged',
  About & { readonly times: number; readonly until: EatDay; readonly at: string }
>
export type WaitingEvent = ReceiverReminded | SenderAsked | WaitProlonged

/** When it arrived, and the earliest day on which it goes back. */
export type Wait = { readonly since: string; readonly until: EatDay }

export const toWait = (since: string, days: WaitDays): Wait => ({
  since,
  until: addDays(getEatDay(since), days.ask + days.backAfterAsked),
})

type Asked = { readonly until: EatDay | null; readonly asked: boolean; readonly mayWait: boolean }

/** Adds the day until which the parcel waits if its sender lets it wait longer, so that they know before they decide. */
export const withLonger = <Told extends Asked>(waiting: Told, { longer }: WaitDays): Told & { longerUntil?: EatDay } =>
  waiting.asked && waiting.mayWait && waiting.until !== null
    ? { ...waiting, longerUntil: addDays(waiting.until, longer) }
    : waiting

/** What the parcel's clock has done since it arrived. */
export type Waiting = {
  /** Both null where an older event does not say. */
  readonly since: string | null
  readonly until: EatDay | null
  /** The last day of the wait on which a reminder was sent; 0 before the first. */
  readonly reminded: number
  readonly asked: boolean
  readonly times: number
}

type Lying = { readonly deliveryType: DeliveryType; readonly status: DeliveryStatus; readonly leg: Leg }

/** The wait of a parcel that is at a shop for its receiver; null on the way back, where no clock runs. */
export const waitingFrom = (lying: Lying, wait?: Wait): Waiting | null => {
  if (!beginsToWait(lying)) return null
  return { since: wait?.since ?? null, until: wait?.until ?? null, reminded: 0, asked: false, times: 0 }
}

export const beginsToWait = ({ deliveryType, status, leg }: Lying): boolean =>
  deliveryType === 'parcelDukani' && status === 'delivered' && leg === 'out'

export const waitingAfter = (waiting: Waiting | null, { type, data }: WaitingEvent): Waiting | null => {
  if (!waiting) return null
  switch (type) {
    case 'ReceiverReminded':
      return { ...waiting, reminded: data.day }
    case 'SenderAsked':
      return { ...waiting, reminded: data.day, asked: true, until: data.until }
    case 'WaitProlonged':
      return { ...waiting, asked: false, times: data.times, until: data.until }
  }
}

type Due = { readonly rule: WaitRule; readonly day: number }

/**
 * What the clock must do now. If several actions became due since the last look, only the newest counts; no parcel goes
 * back before its sender was asked.
 * @param since when the parcel arrived
 */
export const dueOfWait = (waiting: Waiting, since: string, at: string, days: WaitDays): Due | null => {
  const isDue = (day: number) => dueAtNine(addDays(getEatDay(since), day)) <= at
  const { asked, until } = waiting
  if (asked && until) return dueAtNine(until) <= at ? { rule: 'back', day: dayOfWait(since, until) } : null
  const ask = days.ask + waiting.times * days.longer
  if (isDue(ask)) return { rule: 'ask', day: ask }
  const remind = days.remind.findLast((day) => isDue(day)) ?? 0
  return remind > waiting.reminded ? { rule: 'remind', day: remind } : null
}

const dayMs = 24 * 3_600_000
const dayOfWait = (since: string, day: EatDay): number =>
  Math.round((Date.parse(day) - Date.parse(getEatDay(since))) / dayMs)
