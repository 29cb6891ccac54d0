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

/** `day`: of the wait, counted from the one on which it arrived. */
export type ReceiverReminded = DomainEvent<'ReceiverReminded', About & { readonly day: number; readonly at: string }>
/** Its sender is to say what becomes of it: else it goes back on the day `until`. */
export type SenderAsked = DomainEvent<
  'SenderAsked',
  About & {
    readonly ownerId: string | null
    readonly day: number
    readonly until: EatDay
    /** It may wait longer, if they say so. */
    readonly mayWait: boolean
    readonly at: string
  }
>
/** It waits longer: `times` is how often its sender has said so. */
export type WaitProlonged = DomainEvent<
  'WaitProlonged',
  About & { readonly times: number; readonly until: EatDay; readonly at: string }
>
export type WaitingEvent = ReceiverReminded | SenderAsked | WaitProlonged

/** When it arrived, and the day on which it goes back at the earliest. */
export type Wait = { readonly since: string; readonly until: EatDay }

export const toWait = (since: string, days: WaitDays): Wait => ({
  since,
  until: addDays(getEatDay(since), days.ask + days.backAfterAsked),
})

type Asked = { readonly until: EatDay | null; readonly asked: boolean; readonly mayWait: boolean }

/** Until when it waits, if its sender says that it shall: told to them before they do. */
export const withLonger = <Told extends Asked>(waiting: Told, { longer }: WaitDays): Told & { longerUntil?: EatDay } =>
  waiting.asked && waiting.mayWait && waiting.until !== null
    ? { ...waiting, longerUntil: addDays(waiting.until, longer) }
    : waiting

/** What its clock has done since it arrived. */
export type Waiting = {
  /** Both null where an older event does not say. */
  readonly since: string | null
  readonly until: EatDay | null
  /** The last day of the wait of which somebody was told; 0 before the first. */
  readonly reminded: number
  readonly asked: boolean
  readonly times: number
}

type Lying = { readonly deliveryType: DeliveryType; readonly status: DeliveryStatus; readonly leg: Leg }

/** A parcel that lies at a shop for whoever gets it; the clock of one that goes back does nothing. */
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
 * What the clock of a parcel has to do at a moment: of what became due while nobody looked, the newest alone. Nothing goes back
 * before its sender was asked.
 * @param since when it arrived
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
