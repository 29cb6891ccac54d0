import { expect } from 'vitest'
import type { Deed } from './deeds.ts'
import { type Game, getCode, type Late, nth } from './game.ts'
import { getConfirmation, laterBy, paidInDetails, type Told, toMessage, toPromptCallback } from './mpesa-side.ts'
import { type Person, people } from './people.ts'
import type { Paid } from './second-ledger.ts'

/** One second before the next midnight in Nairobi. */
const beforeMidnight = (now: string): string => {
  const end = `${now.slice(0, 10)}T20:59:59.000Z`
  return end > now ? end : laterBy(end, 24 * 3_600_000)
}

export const pay = async (game: Game, deed: Deed['pay']): Promise<void> => {
  const { world } = game
  const who = people[deed.who % people.length] as Person
  if (deed.isAtMidnight) world.clock.now = beforeMidnight(world.clock.now)
  const path = deed.by === 'prompt' ? await isAsked(game, who, deed.shillings) : world.addresses.get('confirmation')
  if (!path) return
  const at = game.second()
  const receipt = game.receipt('I', at)
  const says = { receipt, cents: 100 * deed.shillings, at, phone: who.phone, name: who.name }
  const paid = isPaid(game, who, { ...says, at: laterBy(at, 1000 * deed.skew) }, deed.by === 'hand')
  if (deed.isShown) await show(game, paid, at)
  const late: Late = {
    ...{ path, receipt, isProof: deed.by === 'prompt' || game.hasAddressList },
    body: deed.by === 'prompt' ? toPromptCallback(says) : getConfirmation(says),
  }
  if (deed.told === 'late') game.late.push(late)
  if (deed.told === 'at_once') await bring(game, late)
  if (deed.told === 'twice') await Promise.all([bring(game, late), bring(game, late)])
}

/** Pays at M-Pesa, with its charge. */
const isPaid = ({ ledger }: Game, who: Person, { receipt, cents, at }: Told, isByHand: boolean): Paid => {
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
const isAsked = async (game: Game, who: Person, amount: number): Promise<string | undefined> => {
  const { payment, addresses, asked } = game.world
  addresses.delete(who.phone)
  const wanted = { reference: `PAY-${game.next()}`, senderName: who.name, phone: who.phone, amount, fees: [amount] }
  try {
    await payment.askPrompt({ asked: asked(who, 'user'), ...wanted })
  } catch (error) {
    expect(getCode(error)).toBe('prompt_open')
    return undefined
  }
  while (!addresses.has(who.phone)) await new Promise((resolve) => setImmediate(resolve))
  return addresses.get(who.phone)
}

const show = async ({ world, next }: Game, paid: Paid, at: string): Promise<void> => {
  const { receipt, cents, who } = paid
  const message = toMessage({ receipt, cents, at })
  const asked = world.asked(who, 'user')
  const verified = await world.payment.verify({ asked, reference: `PAY-${next()}`, senderName: who.name, message })
  expect(verified).toMatchObject({ success: true })
  paid.claimedBy = who.id
}

/** Brings M-Pesa's own callback. */
const bring = async (game: Game, { path, body, receipt, isProof }: Late): Promise<void> => {
  const paid = game.ledger.paid.get(receipt) as Paid
  const isPrompt = path.includes('/prompt/')
  // A prompt's address is trusted once, where no list says who may call it.
  const isAgain = isPrompt && game.called.some((one) => one.path === path && one.receipt !== receipt)
  if (isPrompt) game.called.push({ path, cents: paid.cents, receipt })
  const isBelieved = isProof && (game.hasAddressList || !isAgain)
  // A callback that is not trusted counts like a pasted message: it names a payer only where M-Pesa has reported
  // nothing.
  const isFirst = !paid.isTold && !paid.isMeddled
  if (isPrompt && paid.use === null && (isBelieved || isFirst)) paid.claimedBy ??= paid.who.id
  // The payer of a prompt pays for their own parcel. If an agent has given that payment before, it is doubted, because
  // a prompt names no payer.
  const wasGiven = game.ledger.parcels.some((parcel) => parcel.receipt === receipt)
  if (isPrompt && isBelieved && wasGiven && !paid.isTold) paid.isDoubted = true
  if (isBelieved) paid.isTold = true
  else if (isAgain) paid.isMeddled = true
  expect(await game.call(path, body)).toEqual({ taken: true })
}

export const tell = async (game: Game, order: readonly number[]): Promise<void> => {
  const all = game.late.splice(0)
  const shuffled = all
    .map((late, index) => ({ late, at: order[index % order.length] ?? 0 }))
    .toSorted((one, other) => one.at - other.at)
  for (const { late, at } of shuffled) {
    await bring(game, late)
    if (at % 2 === 0) await bring(game, late)
  }
}

/** Payment sends its earlier events once more. */
export const again = async ({ world }: Game, which: readonly number[]): Promise<void> => {
  const messages = which.flatMap((index) => nth(world.told, index) ?? [])
  if (messages.length > 0) await world.tellAgain(messages)
}

export const reverse = async ({ ledger, second, receipt }: Game, { target }: Deed['reverse']): Promise<void> => {
  const open = [...ledger.paid.values()].filter(({ isReversed }) => !isReversed)
  const paid = nth(open, target)
  if (!paid) return
  paid.isReversed = true
  const row = { receipt: receipt('V'), at: second(), cents: -paid.cents }
  ledger.rows.push({ ...row, details: 'Merchant Payment Reversal', linked: paid.receipt })
}
