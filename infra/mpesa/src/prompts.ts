import type { Confirmations } from './confirmations.ts'
import type { Movement } from './ledger.ts'
import { getStamp } from './nairobi.ts'
import { masked } from './people.ts'
import { getDescription } from './result-codes.ts'
import type { Rule } from './script.ts'
import type { World } from './world.ts'

export type Prompt = {
  /** The handset's own id, because a browser must not learn Daraja's. */
  readonly id: string
  readonly merchantRequestId: string
  readonly checkoutRequestId: string
  readonly phone: string
  /** Whole shillings. */
  readonly amount: number
  readonly reference: string
  readonly callbackUrl: string
  /** ISO instant. */
  readonly askedAt: string
  readonly rule: Rule
  /** Daraja's code; null while the payer may still answer. */
  readonly result: string | null
  readonly paid: Movement | null
}

const lifeMs = 60_000
const sameAgainMs = 120_000

/** The prompts on people's phones, from the push until the payer has answered or a minute is over. */
export const openPrompts = (world: World, confirmations: Confirmations) => {
  const { now, ledger, people, callbackSender } = world
  const prompts: Prompt[] = []
  const put = (prompt: Prompt): void =>
    void prompts.splice(
      prompts.findIndex(({ id }) => id === prompt.id),
      1,
      prompt,
    )
  const isOpen = ({ result }: Prompt) => result === null
  const open = () => prompts.filter(isOpen)

  /** Moves the money if the code says so, and reports to the merchant. */
  const conclude = async (prompt: Prompt, code: string): Promise<Prompt> => {
    const { phone, amount, reference, rule } = prompt
    const cents = amount * 100
    const result = code === '0' && people.getWallet(phone) < cents ? '1' : code
    const payment = { payer: people.of(phone), cents, online: true, account: reference }
    if (result === '1') ledger.fail(payment)
    const paid = result === '0' ? ledger.pay(payment) : null
    if (paid !== null) people.move(phone, -cents)
    const concluded = { ...prompt, result, paid }
    put(concluded)
    await callbackSender.send({ url: prompt.callbackUrl, body: getCallback(world, concluded) }, rule.callback)
    if (paid !== null) await confirmations.tell(paid, rule.confirmation)
    return concluded
  }
  /** Ends prompts that were not answered for a minute. */
  const tick = async (): Promise<void> => {
    const past = Date.parse(now()) - lifeMs
    const over = () => open().find(({ askedAt }) => Date.parse(askedAt) <= past)
    for (let prompt = over(); prompt; prompt = over()) await conclude(prompt, '1037')
  }

  return {
    tick,
    conclude,
    open,
    isLocked: (phone: string): boolean => open().some((prompt) => prompt.phone === phone),
    paidJustNow: ({ phone, amount }: { phone: string; amount: number }): boolean =>
      prompts.some(
        (one) =>
          one.paid !== null &&
          one.phone === phone &&
          one.amount === amount &&
          Date.parse(now()) - Date.parse(one.paid.at) < sameAgainMs,
      ),
    add: (prompt: Prompt): void => void prompts.push(prompt),
    /** By the handset's id or by Daraja's. */
    find: (id: string): Prompt | null => prompts.find((one) => one.id === id || one.checkoutRequestId === id) ?? null,
  }
}
export type Prompts = ReturnType<typeof openPrompts>

const getCallback = ({ habits, ledger }: World, { rule, ...prompt }: Prompt) => {
  const { amount = prompt.amount, checkoutRequestId = prompt.checkoutRequestId, withoutMetadata } = rule.callback ?? {}
  const code = prompt.result ?? ''
  const stkCallback = {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: habits.codesAs === 'number' && /^\d+$/.test(code) ? Number(code) : code,
    ResultDesc: getDescription(code),
  }
  if (prompt.paid === null || withoutMetadata) return { Body: { stkCallback } }
  const shown = { whole: Number(prompt.phone), masked: masked(prompt.phone), absent: null }[habits.callbackPhone]
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: prompt.paid.receipt },
    // Usually the balance comes without a value.
    habits.callbackBalance ? { Name: 'Balance', Value: ledger.balanceCents() / 100 } : { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(getStamp(prompt.paid.at)) },
    ...(shown === null ? [] : [{ Name: 'PhoneNumber', Value: shown }]),
  ]
  return { Body: { stkCallback: { ...stkCallback, CallbackMetadata: { Item } } } }
}
