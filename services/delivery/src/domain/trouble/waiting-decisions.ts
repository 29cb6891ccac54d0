import {
  addDays,
  getEatDay,
  maxExtensions,
  Refused,
  type WaitDays,
  type WaitDecision,
} from '@tuma/contracts/vocabulary'
import type { Asker } from '../asker.ts'
import { about, type Delivery, type DeliveryEvent, type Parcel } from '../delivery.ts'
import { heldBy } from './holds.ts'
import { dueOfWait, type ReceiverReminded, type SenderAsked, type Waiting, type WaitProlonged } from './waiting.ts'
import { startReturn } from './way-back.ts'

/** `since` is of the row by which it was found: an arrival before this one is none of today's. */
export type TendWait = {
  readonly type: 'TendWait'
  readonly since: string
  readonly days: WaitDays
  readonly at: string
}
/** `by` is whoever sent it with their account, an admin, or whoever has the link of the sender's SMS (`system`). */
export type DecideWait = {
  readonly type: 'DecideWait'
  readonly by: Asker
  readonly decision: WaitDecision
  readonly days: WaitDays
  readonly at: string
}

/** A parcel that is held is nobody's to fetch: its clock goes on when it is free. */
export const tendWait = ({ since, days, at }: TendWait, { parcel }: Delivery): DeliveryEvent[] => {
  if (!parcel?.waiting || (parcel.waiting.since ?? since) !== since) return []
  if (parcel.outcome === 'lost' || heldBy(parcel) !== null) return []
  const due = dueOfWait(parcel.waiting, since, at, days)
  switch (due?.rule) {
    case undefined:
      return []
    case 'remind': {
      const reminded: ReceiverReminded = { type: 'ReceiverReminded', data: { ...about(parcel), day: due.day, at } }
      return [reminded]
    }
    case 'ask':
      return [asked(parcel, parcel.waiting, due.day, days, at)]
    case 'back':
      return startReturn(parcel, 'waited', at)
  }
}

const asked = (parcel: Parcel, { times }: Waiting, day: number, days: WaitDays, at: string): SenderAsked => {
  const until = addDays(getEatDay(at), days.backAfterAsked)
  const { ownerId } = parcel
  return {
    type: 'SenderAsked',
    data: { ...about(parcel), ownerId, day, until, mayWait: times < maxExtensions, at },
  }
}

/**
 * Whoever sent it may have it back as long as it waits, and let it wait longer once they were asked.
 * @throws Refused not_found, step_not_allowed, waited_longest, parcel_held
 */
export const decideWait = ({ by, decision, days, at }: DecideWait, { parcel }: Delivery): DeliveryEvent[] => {
  if (!parcel || !mayDecide(by, parcel)) throw new Refused('not_found')
  const { waiting } = parcel
  if (decision === 'back' && parcel.leg === 'back') return []
  if (!waiting) throw new Refused('step_not_allowed')
  if (decision === 'back') return startReturn(parcel, 'sender', at)
  if (!waiting.asked || waiting.until === null) throw new Refused('step_not_allowed')
  if (waiting.times >= maxExtensions) throw new Refused('waited_longest')
  const { until } = waiting
  const prolonged: WaitProlonged = {
    type: 'WaitProlonged',
    data: { ...about(parcel), times: waiting.times + 1, until: addDays(until, days.longer), at },
  }
  return [prolonged]
}

const mayDecide = ({ role, userId }: Asker, { ownerId }: Parcel): boolean =>
  role === 'admin' || role === 'system' || (userId !== null && userId === ownerId)
