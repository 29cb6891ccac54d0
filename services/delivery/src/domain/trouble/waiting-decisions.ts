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

/** `since` comes from the row that found the parcel: another arrival is a different wait. */
export type TendWait = {
  readonly type: 'TendWait'
  readonly since: string
  readonly days: WaitDays
  readonly at: string
}
/** `by`: the sender with their account, an admin, or the holder of the link in the sender's SMS (`system`). */
export type DecideWait = {
  readonly type: 'DecideWait'
  readonly by: Asker
  readonly decision: WaitDecision
  readonly days: WaitDays
  readonly at: string
}

/** The receiver can't collect a held parcel, so its clock does nothing until the hold is released. */
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
 * The sender may have the parcel back while it waits, and may let it wait longer once they were asked.
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
