import type { Parcel, Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import { addRider, moveParcel, paySendDukani, sendDoorstep, type Task } from '../parcel-tasks.ts'
import { registerAndDelete } from './account-deletion.ts'
import { bookAtCounter } from './booking.ts'
import { collectByCode, hold, payAtTheDoor, releaseHold, sendBack } from './counter.ts'
import { handOverCash, passCashOn, takeInCash } from './drawers.ts'
import { deleteParcel, importStatement, payBack, payOut } from './office.ts'
import { payCashIn } from './pay-ins.ts'
import { dukaniByPrompt, usePaymentTwice } from './payments.ts'
import { isReversible, payAndReverse, reverseUsed } from './reversals.ts'
import { isScannable, scanIn } from './scanning.ts'
import { cancelAtCounter, isCancellable, takeInAtCounter } from './taking-in.ts'
import type { TaskContext } from './task-context.ts'
import { payInTwoParts } from './top-ups.ts'

/** The surplus of a person who pays more than the fee. */
const tooMuch = 50

const idle = ({ ledger }: TaskContext): Parcel[] =>
  ledger.parcels().filter(({ busy, deleted, cancelled }) => !busy && !deleted && !cancelled)
const among = (context: TaskContext, fits: (parcel: Parcel) => boolean): Parcel | null => {
  const fitting = idle(context).filter(fits)
  return fitting.length > 0 ? context.chance.among(fitting) : null
}
const mapFound = <One>(found: One | null, createTask: (found: One) => Task | null): Task | null =>
  found === null ? null : createTask(found)

const isUnderWay = ({ kind, status, held }: Parcel): boolean =>
  !held && status !== 'collected' && !(kind === 'doorstep' && status === 'delivered')

/** Moves a parcel on its way out, or back. */
const moveOrHandOver = (context: TaskContext): Task | null =>
  mapFound(among(context, isUnderWay), (parcel) => {
    const { kind, status } = parcel
    if (kind === 'doorstep' && status === 'inTransit' && parcel.atCounter !== 'cash')
      return payAtTheDoor(context, parcel)
    if (kind === 'dukani' && status === 'delivered') {
      if (context.chance.is(0.2)) return sendBack(context, parcel)
      if (context.chance.is(0.6)) return collectByCode(context, parcel)
    }
    return isScannable(parcel) && context.chance.is(0.4) ? scanIn(context, parcel) : moveParcel(context, parcel)
  })

const isHoldable = ({ kind, status, held }: Parcel): boolean =>
  !held && (status === 'uncollected' || status === 'inTransit' || (kind === 'dukani' && status === 'delivered'))
const isHeld = ({ held }: Parcel): boolean => held
/** Only parcels for which no agent took cash may be deleted. */
const isRemovable = ({ taken, atCounter }: Parcel): boolean => taken === null && atCounter !== 'cash'

const overpaid = ({ ledger }: TaskContext): Payment | null =>
  ledger
    .payments()
    .find(
      ({ parcel, refund, reversed, shillings }) =>
        refund === 'none' && !reversed && parcel?.fee === shillings - tooMuch,
    ) ?? null

const reversible = ({ ledger, chance }: TaskContext): Payment | null => {
  const found = ledger.payments().filter(isReversible)
  return found.length > 0 ? chance.among(found) : null
}

/** What people do, and how often: shares of the whole. */
const taskShares: readonly (readonly [share: number, createTask: (context: TaskContext, n: number) => Task | null])[] =
  [
    [42, moveOrHandOver],
    [12, sendDoorstep],
    [10, paySendDukani],
    [4, (context, n) => paySendDukani(context, n, fee + tooMuch)],
    [8, dukaniByPrompt],
    [8, takeInAtCounter],
    [6, bookAtCounter],
    [5, (context) => mapFound(among(context, isCancellable), (parcel) => cancelAtCounter(context, parcel))],
    [2, usePaymentTwice],
    [3, payInTwoParts],
    [2, payAndReverse],
    [2, (context) => mapFound(reversible(context), (payment) => reverseUsed(context, payment))],
    [4, (context) => handOverCash(context, context.chance.is(0.7) ? 'receiving' : 'sending')],
    [1, (context) => handOverCash(context, 'colleague')],
    [2, (context) => passCashOn(context, context.chance.is(0.7) ? 'receiving' : 'colleague')],
    [4, (context, n) => payCashIn(context, n, context.chance.is(0.7) ? 'receiving' : 'sending')],
    [1, (context) => takeInCash(context, context.chance.is(0.7) ? 'receiving' : 'sending')],
    [4, payOut],
    [3, (context) => mapFound(overpaid(context), (payment) => payBack(context, payment, tooMuch))],
    [3, (context) => mapFound(among(context, isHoldable), (parcel) => hold(context, parcel))],
    [1, (context) => mapFound(among(context, isHeld), (parcel) => releaseHold(context, parcel))],
    [3, (context) => mapFound(among(context, isRemovable), (parcel) => deleteParcel(context, parcel))],
    [2, addRider],
    [1, (context) => (context.mpesa.ledger.movements().length > 0 ? importStatement(context) : null)],
    [1, registerAndDelete],
  ]
/** Each as often as its share. */
const weighted = taskShares.flatMap(([share, createTask]) => Array.from({ length: share }, () => createTask))

/** @param n makes the names and phones of this task unique */
export const pickNextTask = (context: TaskContext, n: number): Task =>
  context.chance.among(weighted)(context, n) ?? (n % 2 === 0 ? paySendDukani(context, n) : sendDoorstep(context, n))
