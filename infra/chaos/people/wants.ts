import { doorstep, dukani, type Errand, moved, rider } from '../errands.ts'
import type { Parcel, Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import { collectByCode, hold, payAtTheDoor, releaseHold, sendBack } from './counter.ts'
import { handOverCash, takeInCash } from './drawers.ts'
import { leave } from './leavers.ts'
import { payBack, payOut, remove, takeOverStatement } from './office.ts'
import { dukaniByPrompt, twins } from './payers.ts'
import type { Town } from './town.ts'

/** The surplus of a person who pays more than the fee. */
const tooMuch = 50

const idle = ({ ledger }: Town): Parcel[] => ledger.parcels().filter(({ busy, deleted }) => !busy && !deleted)
const among = (town: Town, fits: (parcel: Parcel) => boolean): Parcel | null => {
  const fitting = idle(town).filter(fits)
  return fitting.length > 0 ? town.chance.among(fitting) : null
}
const onlyIf = <One>(found: One | null, want: (found: One) => Errand | null): Errand | null =>
  found === null ? null : want(found)

const isUnderWay = ({ kind, status, held }: Parcel): boolean =>
  !held && status !== 'collected' && !(kind === 'doorstep' && status === 'delivered')

/** Moves a parcel on its way out, or back. */
const goesOn = (town: Town): Errand | null =>
  onlyIf(among(town, isUnderWay), (parcel) => {
    const { kind, status } = parcel
    if (kind === 'doorstep' && status === 'inTransit') return payAtTheDoor(town, parcel)
    if (kind === 'dukani' && status === 'delivered') {
      if (town.chance.is(0.2)) return sendBack(town, parcel)
      if (town.chance.is(0.6)) return collectByCode(town, parcel)
    }
    return moved(town, parcel)
  })

const isHoldable = ({ kind, status, held }: Parcel): boolean =>
  !held && (status === 'uncollected' || status === 'inTransit' || (kind === 'dukani' && status === 'delivered'))
const isHeld = ({ held }: Parcel): boolean => held
/** Only parcels without a payment at the door may be deleted. */
const isRemovable = ({ taken }: Parcel): boolean => taken === null

const overpaid = ({ ledger }: Town): Payment | null =>
  ledger.payments().find(({ parcel, refund, shillings }) => refund === 'none' && parcel?.fee === shillings - tooMuch) ??
  null

/** What people do, and how often: shares of the whole. */
const wants: readonly (readonly [share: number, want: (town: Town, n: number) => Errand | null])[] = [
  [42, goesOn],
  [12, doorstep],
  [10, dukani],
  [4, (town, n) => dukani(town, n, fee + tooMuch)],
  [8, dukaniByPrompt],
  [2, twins],
  [4, (town) => handOverCash(town, town.chance.is(0.7) ? 'receiving' : 'sending')],
  [1, (town) => takeInCash(town, town.chance.is(0.7) ? 'receiving' : 'sending')],
  [4, payOut],
  [3, (town) => onlyIf(overpaid(town), (payment) => payBack(town, payment, tooMuch))],
  [3, (town) => onlyIf(among(town, isHoldable), (parcel) => hold(town, parcel))],
  [1, (town) => onlyIf(among(town, isHeld), (parcel) => releaseHold(town, parcel))],
  [3, (town) => onlyIf(among(town, isRemovable), (parcel) => remove(town, parcel))],
  [2, rider],
  [1, (town) => (town.mpesa.ledger.movements().length > 0 ? takeOverStatement(town) : null)],
  [1, leave],
]
/** Each as often as its share. */
const drawn = wants.flatMap(([share, want]) => Array.from({ length: share }, () => want))

/** @param n makes the names and phones of this errand unique */
export const nextWant = (town: Town, n: number): Errand =>
  town.chance.among(drawn)(town, n) ?? (n % 2 === 0 ? dukani(town, n) : doorstep(town, n))
