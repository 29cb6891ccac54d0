import { expect } from 'vitest'
import type { Action, Leg } from './actions.ts'
import { count, getCode, type HistoryRun } from './history-run.ts'
import { paidOutDetails } from './mpesa-side.ts'
import { tell } from './paying.ts'
import { askPayout, askRefund, type Press } from './payout-requests.ts'
import { admins } from './people.ts'

/** @returns whether the API allows this admin to do it at all */
const isLetIn = async ({ services }: HistoryRun, { leg, to, isOwn }: Press): Promise<boolean> => {
  const { id: _id, phone } = admins[leg.by]
  const user = { _id, phone, username: _id, role: 'admin' } as never
  const [call, input] =
    leg.of === 'payout' ? ['books.payOut', { owedTo: to.owedTo }] : ['adminPayments.refund', { id: to.owedTo }]
  const refused = await services
    .refuseOwnMoney(call, user, () => input)
    .then(
      () => false,
      (error) => getCode(error) === 'own_money',
    )
  if (isOwn !== 'unknown') expect({ refused, by: _id, to }).toEqual({ refused: isOwn === 'yes', by: _id, to })
  return !refused
}

/** The money leaves M-Pesa before it is recorded; a receipt that is typed again has left already. */
const sendByMpesa = ({ ledger, second, typed }: HistoryRun, { leg, receipt, cents, to }: Press): void => {
  if (ledger.paid.has(receipt) || leg.receipt === 'early' || leg.receipt === 'tomorrow') return
  typed.push(receipt)
  if (cents === 0 || ledger.rows.some((row) => row.receipt === receipt)) return
  const row = { receipt, at: second(), linked: '' }
  ledger.rows.push({ ...row, cents: -cents, details: paidOutDetails(to.phone, to.name) })
  ledger.rows.push({ ...row, cents: -9_00, details: 'Merchant to Customer Payment Charge' })
}

type Outcome = { readonly isDone: boolean; readonly code: string }
const getOutcome = async (request: () => Promise<unknown>): Promise<Outcome> =>
  request().then(
    () => ({ isDone: true, code: 'done' }),
    (error) => ({ isDone: false, code: getCode(error) }),
  )

/** A recorded payout counts, and Tuma may record none that the second calculation knows to be wrong. */
const note = (run: HistoryRun, press: Press, { isDone, code }: Outcome, isAlone: boolean): void => {
  const { leg, receipt, cents, to, paid, parcels, must } = press
  count(run, `${leg.of} ${isDone ? 'done' : `refused ${code}`}`)
  if (must === 'be_refused') expect({ leg, receipt, isDone }).toEqual({ leg, receipt, isDone: false })
  if (must === 'be_done' && isAlone) expect({ leg, receipt, code }).toEqual({ leg, receipt, code: 'done' })
  if (!isDone) return
  const { ledger } = run
  expect(ledger.left.map((one) => one.receipt)).not.toContain(receipt)
  ledger.left.push({ of: leg.of, receipt, cents, to: to.owedTo, at: run.services.clock.now })
  for (const parcel of parcels) {
    expect({ parcel: parcel.id, isPaidOut: parcel.isPaidOut }).toEqual({ parcel: parcel.id, isPaidOut: false })
    parcel.isPaidOut = true
  }
  if (leg.of === 'payout') return
  expect(cents).toBeLessThanOrEqual(paid ? ledger.refundable(paid) : 0)
  if (paid) paid.refunded += cents
}

/** After a crash the answer is lost, and the events say whether the payout was recorded. */
const isRecorded = async ({ services }: HistoryRun, { commandId, to }: Press): Promise<boolean> => {
  const { rows } = await services.revenue.payouts({ owedTo: to.owedTo, limit: 100, cursor: null })
  return rows.some(({ payoutId }) => payoutId === commandId)
}

export const leave = async (run: HistoryRun, { legs, how, isTold }: Action['leave']): Promise<void> => {
  const { services } = run
  const preparePress = async (leg: Leg) => {
    await services.settle()
    const press = await (leg.of === 'payout' ? askPayout(run, leg) : askRefund(run, leg))
    if (!press || !(await isLetIn(run, press))) return []
    sendByMpesa(run, press)
    return [press]
  }
  if (how === 'at_once') {
    const presses: Press[] = []
    for (const leg of legs) presses.push(...(await preparePress(leg)))
    const [outcomes] = await Promise.all([
      Promise.all(presses.map(({ request }) => getOutcome(request))),
      isTold ? tell(run, [1]) : null,
    ])
    await services.settle()
    for (const [index, press] of presses.entries())
      note(run, press, outcomes[index] as Outcome, presses.length === 1 && !isTold)
    return
  }
  for (const leg of legs)
    for (const press of await preparePress(leg)) {
      const outcome = await pressed(run, press, how)
      note(run, press, outcome, true)
    }
}

const pressed = async (run: HistoryRun, press: Press, how: Action['leave']['how']): Promise<Outcome> => {
  const { request, leg, commandId } = press
  if (how === 'pressed_twice') {
    const both = await Promise.all([getOutcome(request), getOutcome(request)])
    return both.find(({ isDone }) => isDone) ?? both[0]
  }
  if (how !== 'dies' || leg.of !== 'payout') return getOutcome(request)
  run.services.dying.add(commandId)
  const { code } = await getOutcome(request)
  run.services.dying.delete(commandId)
  await run.services.settle()
  const isDone = await isRecorded(run, press)
  // The same command again must return the same outcome.
  expect((await getOutcome(request)).isDone).toBe(isDone)
  return { isDone, code: isDone ? 'done' : code }
}
