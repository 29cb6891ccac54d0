import { expect } from 'vitest'
import type { Leg } from './actions.ts'
import { type HistoryRun, nth } from './history-run.ts'
import { laterBy } from './mpesa-side.ts'
import { admins, type Party, type Person, parties } from './people.ts'
import type { Paid, Parcel } from './second-ledger.ts'

/** Money that an admin sends and records: what they ask of Tuma, and what must become of it. */
export type Press = {
  readonly leg: Leg
  readonly receipt: string
  readonly cents: number
  readonly to: Party
  readonly paid: Paid | null
  /** For a payout: the parcels whose price is ready for that payee now. */
  readonly parcels: readonly Parcel[]
  readonly commandId: string
  /** `yes`: the money is the admin's own, `unknown`: it may be, as far as Tuma knows. */
  readonly isOwn: 'yes' | 'no' | 'unknown'
  readonly must: 'be_done' | 'be_refused' | 'either'
  readonly request: () => Promise<unknown>
}

const isOwnParty = (by: Person, { owedTo, phone }: Party): boolean =>
  owedTo === `account:${by.id}` || phone === by.phone
const isOwnPayment = (by: Person, { claimedBy, who, isTold, isMeddled }: Paid): Press['isOwn'] => {
  if (claimedBy === by.id || (who.phone === by.phone && isTold)) return 'yes'
  return who.phone === by.phone || isMeddled ? 'unknown' : 'no'
}

const receiptFor = (run: HistoryRun, { receipt }: Leg): string => {
  const { ledger, typed } = run
  const told = [...ledger.paid.values()].filter(({ isTold }) => isTold)
  const { now } = run.services.clock
  if (receipt === 'last') return typed.at(-1) ?? run.receipt('P')
  if (receipt === 'incoming') return told.at(-1)?.receipt ?? run.receipt('P')
  if (receipt === 'early') return run.receipt('P', laterBy(now, -90 * 24 * 3_600_000))
  // M-Pesa's clock may be an hour ahead: in the last hour of a day Tuma takes a receipt of the next day.
  return receipt === 'tomorrow' ? run.receipt('P', laterBy(now, 25 * 3_600_000)) : run.receipt('P')
}

/**
 * @returns whether Tuma must refuse the receipt: of a day on which nothing was sent, of money that came in, or already
 * used
 */
const isImpossible = ({ ledger }: HistoryRun, { receipt }: Leg, typed: string): boolean =>
  receipt === 'early' ||
  receipt === 'tomorrow' ||
  ledger.paid.has(typed) ||
  ledger.left.some((one) => one.receipt === typed)

const getShare = (all: number, { share }: Leg): number =>
  ({ all, half: Math.max(1, Math.floor(all / 2)), more: all + 100 })[share]

const asTyped = (receipt: string, { isSloppy }: Leg): string =>
  isSloppy ? ` ${receipt.slice(0, 4).toLowerCase()} ${receipt.slice(4)} ` : receipt
const getApproval = ({ isApproved, by }: Leg) => (isApproved ? { by: admins[1 - by]?.id ?? null, alone: false } : null)

export const askPayout = async (run: HistoryRun, leg: Leg): Promise<Press | null> => {
  const { services, ledger } = run
  const by = admins[leg.by]
  const waiting = parties.filter(({ owedTo }) => ledger.ready(owedTo).length > 0)
  // Mostly a payee to whom Tuma owes something.
  const to = nth(leg.target % 8 > 0 ? waiting : parties, leg.target)
  if (!to) return null
  const { ready } = await services.revenue.owed({ owedTo: to.owedTo })
  const parcels = ledger.ready(to.owedTo)
  expect({ owedTo: to.owedTo, ready }).toEqual({
    ...{ owedTo: to.owedTo, ready: parcels.reduce((sum, { price }) => sum + price, 0) },
  })
  const cents = getShare(ready, leg)
  const receipt = receiptFor(run, leg)
  const asked = services.asked(by, 'admin')
  const { name, phone } = to
  const said = { owedTo: to.owedTo, cents, reference: asTyped(receipt, leg), payee: { name, phone } }
  const isWrong = cents !== ready || ready === 0 || isImpossible(run, leg, receipt)
  return {
    ...{ leg, receipt, cents, to, paid: null, parcels, commandId: asked.commandId },
    isOwn: isOwnParty(by, to) ? 'yes' : 'no',
    must: isWrong ? 'be_refused' : leg.receipt === 'last' || ready > 250_000_00 ? 'either' : 'be_done',
    request: () => services.revenue.payOut({ asked, ...said, approval: getApproval(leg) }),
  }
}

export const askRefund = async (run: HistoryRun, leg: Leg): Promise<Press | null> => {
  const { services, ledger } = run
  const all = [...ledger.paid.values()]
  const forged = [...ledger.forged.keys()]
  const madeUp = ledger.parcels.flatMap(({ how, receipt }) => (how === 'made_up' && receipt ? [receipt] : []))
  const about = nth([...all.map(({ receipt }) => receipt), ...forged, ...madeUp], leg.target)
  const { rows } = await services.payment.held({ tab: 'all', search: about ?? '-', limit: 1, cursor: null })
  const paymentId = rows[0]?.paymentId
  if (!about || !paymentId) return null
  const paid = ledger.paid.get(about) ?? null
  const by = admins[leg.by]
  const max = paid ? ledger.refundable(paid) : 0
  const cents = getShare(max || rows[0]?.cents || 100_00, leg)
  const receipt = receiptFor(run, leg)
  const asked = services.asked(by, 'admin')
  const to = { owedTo: paymentId, name: paid?.who.name ?? 'Nobody', phone: paid?.who.phone ?? '254799000999' }
  const isWrong = cents > max || isImpossible(run, leg, receipt)
  // A receipt that an agent typed at the door may be doubted, for example when a prompt paid for another person.
  const isAtTheDoor = paid?.use?.parcelId.startsWith('t') ?? false
  const isPlain = paid && !paid.isMeddled && !paid.isReversed && !isAtTheDoor && leg.receipt === 'fresh'
  return {
    ...{ leg, receipt, cents, to, paid, parcels: [], commandId: asked.commandId },
    isOwn: paid ? isOwnPayment(by, paid) : 'unknown',
    must: isWrong ? 'be_refused' : isPlain ? 'be_done' : 'either',
    request: () =>
      services.payment.refund({
        ...{ asked, paymentId, cents, receipt: asTyped(receipt, leg), reason: 'paid twice', phone: to.phone },
        approval: getApproval(leg),
      }),
  }
}
