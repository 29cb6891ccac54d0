import type { Movement } from './ledger.ts'
import { getStamp } from './nairobi.ts'
import { hashed, masked } from './people.ts'
import type { Telling } from './script.ts'
import { type Answer, callId, isCallable, refusal, type World } from './world.ts'

type Registration = { readonly version: 'v1' | 'v2'; readonly url: string }

/** The merchant's addresses for a confirmation of every payment, prompted or by hand. */
export const openConfirmations = (world: World) => {
  const { merchant, habits, chance, callbackSender } = world
  let registered: Registration | null = null
  return {
    register(version: 'v1' | 'v2', body: Readonly<Record<string, unknown>>): Answer {
      if (String(body.ShortCode) !== merchant.shortCode)
        return refusal(world, '400.002.02', 'Bad Request - Invalid ShortCode')
      if (body.ResponseType !== 'Completed' && body.ResponseType !== 'Cancelled')
        return refusal(world, '400.002.02', 'Bad Request - Invalid ResponseType')
      for (const field of ['ConfirmationURL', 'ValidationURL'])
        if (!isCallable(body[field], habits)) return refusal(world, '400.002.02', `Bad Request - Invalid ${field}`)
      if (registered !== null && habits.registersOnce)
        return refusal(world, '500.003.1001', 'Urls are already registered.')
      registered = { version, url: String(body.ConfirmationURL) }
      return {
        status: 200,
        body: { OriginatorCoversationID: callId(chance), ResponseCode: '0', ResponseDescription: 'Success' },
      }
    },
    /** Payments only: not a charge, a settlement or a reversal. */
    async tell(paid: Movement, telling: Telling = {}): Promise<void> {
      if (registered === null) return
      await callbackSender.send(
        { url: registered.url, body: getConfirmation(world, paid, registered.version) },
        telling,
      )
    },
  }
}
export type Confirmations = ReturnType<typeof openConfirmations>

const getConfirmation = ({ merchant, habits }: World, paid: Movement, version: 'v1' | 'v2') => {
  const { name = '', phone = '' } = paid.payer ?? {}
  const [first = '', ...others] = name.split(' ')
  const last = others.pop() ?? ''
  const names = {
    all: { FirstName: first, MiddleName: others.join(' '), LastName: last },
    first: { FirstName: first },
    none: {},
  }[habits.payerNames]
  return {
    TransactionType: merchant.till === null ? 'Pay Bill' : 'Customer Merchant Payment',
    TransID: paid.receipt,
    TransTime: getStamp(paid.at),
    TransAmount: (paid.cents / 100).toFixed(2),
    BusinessShortCode: habits.confirmationNames === 'till' ? (merchant.till ?? merchant.shortCode) : merchant.shortCode,
    BillRefNumber: merchant.till === null ? paid.account : '',
    InvoiceNumber: '',
    OrgAccountBalance: (paid.balanceCents / 100).toFixed(2),
    ThirdPartyTransID: '',
    MSISDN: version === 'v1' ? hashed(phone) : masked(phone),
    ...names,
  }
}
