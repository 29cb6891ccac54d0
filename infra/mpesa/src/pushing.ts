import { getStamp, stampedAt } from './nairobi.ts'
import type { Prompt, Prompts } from './prompts.ts'
import { getDescription } from './result-codes.ts'
import { type Answer, callId, isCallable, refusal, type World } from './world.ts'

type Body = Readonly<Record<string, unknown>>

const staleMs = 5 * 60 * 1000
const max = 250_000

/** For a push and its query: checks the short code, its stamp and the password made of both. */
const wrongSignature = (world: World, body: Body): Answer | null => {
  const { merchant, now } = world
  const stamp = String(body.Timestamp)
  const age = Math.abs(Date.parse(now()) - stampedAt(stamp))
  if (!(age <= staleMs)) return refusal(world, '400.002.02', 'Bad Request - Invalid Timestamp')
  if (String(body.BusinessShortCode) !== merchant.shortCode)
    return refusal(world, '500.001.1001', 'Merchant does not exist')
  const password = Buffer.from(merchant.shortCode + merchant.passkey + stamp).toString('base64')
  return body.Password === password ? null : refusal(world, '500.001.1001', 'Wrong credentials')
}

const fits: Readonly<Record<string, (value: unknown, world: World) => boolean>> = {
  TransactionType: (value) => value === 'CustomerBuyGoodsOnline' || value === 'CustomerPayBillOnline',
  Amount: (value) => /^\d{1,6}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= max,
  PartyA: (value) => /^254[17]\d{8}$/.test(String(value)),
  PartyB: (value) => /^\d{5,9}$/.test(String(value)),
  PhoneNumber: (value) => /^254[17]\d{8}$/.test(String(value)),
  CallBackURL: (value, { habits }) => isCallable(value, habits),
  AccountReference: (value) => /^.{1,12}$/.test(String(value ?? '')),
  TransactionDesc: (value) => /^.{0,13}$/.test(String(value ?? '')),
}

/** @returns the prompt that the phone now shows, and the answer; or a refusal */
export const push = (world: World, prompts: Prompts, body: Body): { prompt: Prompt | null; answer: Answer } => {
  const wrong = Object.entries(fits).find(([field, fit]) => !fit(body[field], world))
  const refused =
    wrong === undefined
      ? wrongSignature(world, body)
      : refusal(world, '400.002.02', `Bad Request - Invalid ${wrong[0]}`)
  if (refused !== null) return { prompt: null, answer: refused }
  const phone = String(body.PhoneNumber)
  world.pushes.push({ phone, amount: Number(body.Amount) })
  if (prompts.isLocked(phone)) return { prompt: null, answer: refusal(world, '500.001.1001', getDescription('1001')) }

  const prompt = getPrompt(world, body)
  prompts.add(prompt)
  const text = 'Success. Request accepted for processing'
  return {
    prompt,
    answer: {
      status: 200,
      body: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResponseCode: '0',
        ResponseDescription: text,
        CustomerMessage: text,
      },
    },
  }
}

const getPrompt = ({ now, chance, script }: World, body: Body): Prompt => {
  const [phone, amount, askedAt] = [String(body.PhoneNumber), Number(body.Amount), now()]
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(\d{6})$/.exec(getStamp(askedAt)) ?? []
  return {
    id: chance.text(16, '0123456789abcdef'),
    merchantRequestId: callId(chance),
    // 21072024125243, three digits, and the phone.
    checkoutRequestId: `ws_CO_${day}${month}${year}${time}${chance.text(3, '0123456789')}${phone.slice(3)}`,
    phone,
    amount,
    reference: String(body.AccountReference),
    callbackUrl: String(body.CallBackURL),
    askedAt,
    rule: script.toRule({ phone, amount }),
    result: null,
    paid: null,
  }
}

/** @returns the code that ends a prompt before the payer sees it; null if it stays open */
export const endsAtOnce = ({ merchant }: World, prompts: Prompts, body: Body, prompt: Prompt): string | null => {
  const expected = merchant.till === null ? 'CustomerPayBillOnline' : 'CustomerBuyGoodsOnline'
  if (body.TransactionType !== expected) return 'SFC_IC0003'
  if (String(body.PartyB) !== (merchant.till ?? merchant.shortCode)) return '2028'
  if (prompts.paidJustNow(prompt)) return '17'
  return prompt.rule.result ?? null
}

/** @returns the answer to a query about a prompt: it has neither receipt nor amount */
export const query = (world: World, prompts: Prompts, body: Body): Answer => {
  const wrong = wrongSignature(world, body)
  if (wrong !== null) return wrong
  const prompt = prompts.find(String(body.CheckoutRequestID))
  if (prompt === null || prompt.checkoutRequestId !== body.CheckoutRequestID)
    return refusal(world, '500.001.1001', 'The transaction does not Exist')
  const pending = world.habits.pendingAs === '4999' ? '4999' : 'processing'
  const said = prompt.rule.query ?? prompt.result ?? pending
  if (said === 'processing') return refusal(world, '500.001.1001', 'The transaction is being processed')
  if (said === 'too_early') return refusal(world, '400.002.02', 'Bad Request - Invalid CheckoutRequestID')
  return {
    status: 200,
    body: {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResultCode: said,
      ResultDesc: getDescription(said),
    },
  }
}
