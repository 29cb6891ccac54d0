import { expect } from 'vitest'
import type { Action } from './actions.ts'
import { getCode, type HistoryRun, type Late, nth } from './history-run.ts'
import { getConfirmation, laterBy, paidInDetails, type Told, toMessage, toPromptCallback } from './mpesa-side.ts'
import { type Person, people } from './people.ts'
import type { Paid } from './second-ledger.ts'

/** One second before the next midnight in Nairobi. */
const beforeMidnight = (now: string): string => {
  const end = `${now.slice(0, 10)}T20:59:59.000Z`
  return end > now ? end : laterBy(end, 24 * 3_600_000)
}

export const pay = async (run: HistoryRun, action: Action['pay']): Promise<void> => {
  const { services } = run
  const who = people[action.who % people.length] as Person
  if (action.isAtMidnight) services.clock.now = beforeMidnight(services.clock.now)
  const path =
    action.by === 'prompt' ? await isAsked(run, who, action.shillings) : services.addresses.get('confirmation')
  if (!path) return
  const at = run.second()
  const receipt = run.receipt('I', at)
  const says = { receipt, cents: 100 * action.shillings, at, phone: who.phone, name: who.name }
  const paid = isPaid(run, who, { ...says, at: laterBy(at, 1000 * action.skew) }, action.by === 'hand')
  if (action.isShown) await show(run, paid, at)
  const late: Late = {
    ...{ path, receipt, isProof: action.by === 'prompt' || run.hasAddressList },
    body: action.by === 'prompt' ? toPromptCallback(says) : getConfirmation(says),
  }
  if (action.told === 'late') run.late.push(late)
  if (action.told === 'at_once') await bring(run, late)
  if (action.told === 'twice') await Promise.all([bring(run, late), bring(run, late)])
}

/** Pays at M-Pesa, with its charge. */
const isPaid = ({ ledger }: HistoryRun, who: Person, { receipt, cents, at }: Told, isByHand: boolean): Paid => {
  const row = { receipt, at, linked: '' }
  const charge = Math.round(cents * 0.0055)
  ledger.rows.push({ ...row, cents, details: paidInDetails(who.phone, who.name) })
  if (charge > 0) ledger.rows.push({ ...row, cents: -charge, details: 'Pay merchant Charge' })
  const told = { isTold: false, claimedBy: null, isReversed: false, isReversalTold: false, isMeddled: false }
  const paid: Paid = {
    ...{ receipt, cents, at, who, isByHand },
    ...told,
    isDoubted: false,
    isNamed: false,
    use: null,
    refunded: 0,
  }
  ledger.paid.set(receipt, paid)
  return paid
}

/** @returns the address of the prompt; undefined where it was refused, for example because the phone has an open one */
const isAsked = async (run: HistoryRun, who: Person, amount: number): Promise<string | undefined> => {
  const { payment, addresses, asked } = run.services
  addresses.delete(who.phone)
  const wanted = { reference: `PAY-${run.next()}`, senderName: who.name, phone: who.phone, amount, fees: [amount] }
  try {
    await payment.askPrompt({ asked: asked(who, 'user'), ...wanted })
  } catch (error) {
    expect(getCode(error)).toBe('prompt_open')
    return undefined
  }
  while (!addresses.has(who.phone)) await new Promise((resolve) => setImmediate(resolve))
  return addresses.get(who.phone)
}

const show = async ({ services, next }: HistoryRun, paid: Paid, at: string): Promise<void> => {
  const { receipt, cents, who } = paid
  const message = toMessage({ receipt, cents, at })
  const asked = services.asked(who, 'user')
  const verified = await services.payment.verify({ asked, reference: `PAY-${next()}`, senderName: who.name, message })
  expect(verified).toMatchObject({ success: true })
  paid.claimedBy = who.id
}

/** Brings M-Pesa's own callback. */
const bring = async (run: HistoryRun, { path, body, receipt, isProof }: Late): Promise<void> => {
  const paid = run.ledger.paid.get(receipt) as Paid
  const isPrompt = path.includes('/prompt/')
  // A prompt's address is trusted once, where no list says who may call it.
  const isAgain = isPrompt && run.called.some((one) => one.path === path && one.receipt !== receipt)
  if (isPrompt) run.called.push({ path, cents: paid.cents, receipt })
  const isBelieved = isProof && (run.hasAddressList || !isAgain)
  // A callback that is not trusted counts like a pasted message: it names a payer only where M-Pesa has reported
  // nothing.
  const isFirst = !paid.isTold && !paid.isMeddled
  if (isPrompt && paid.use === null && (isBelieved || isFirst)) paid.claimedBy ??= paid.who.id
  // The payer of a prompt pays for their own parcel. If an agent has given that payment before, it is doubted, because
  // a prompt names no payer.
  const wasGiven = run.ledger.parcels.some((parcel) => parcel.receipt === receipt)
  if (isPrompt && isBelieved && wasGiven && !paid.isTold) paid.isDoubted = true
  if (isBelieved) paid.isTold = true
  else if (isAgain) paid.isMeddled = true
  expect(await run.call(path, body)).toEqual({ taken: true })
}

export const tell = async (run: HistoryRun, order: readonly number[]): Promise<void> => {
  const all = run.late.splice(0)
  const shuffled = all
    .map((late, index) => ({ late, at: order[index % order.length] ?? 0 }))
    .toSorted((one, other) => one.at - other.at)
  for (const { late, at } of shuffled) {
    await bring(run, late)
    if (at % 2 === 0) await bring(run, late)
  }
}

/** Payment sends its earlier events once more. */
export const again = async ({ services }: HistoryRun, which: readonly number[]): Promise<void> => {
  const messages = which.flatMap((index) => nth(services.told, index) ?? [])
  if (messages.length > 0) await services.tellAgain(messages)
}

export const reverse = async (
  { ledger, second, receipt }: HistoryRun,
  { target }: Action['reverse'],
): Promise<void> => {
  const open = [...ledger.paid.values()].filter(({ isReversed }) => !isReversed)
  const paid = nth(open, target)
  if (!paid) return
  paid.isReversed = true
  const row = { receipt: receipt('V'), at: second(), cents: -paid.cents }
  ledger.rows.push({ ...row, details: 'Merchant Payment Reversal', linked: paid.receipt })
}
