import { getCents, getPhone, getReceipt, type Loose, type ShownPhone, textOf, toLoose } from './loose-json.ts'
import { instantOfStamp } from './nairobi-stamp.ts'

/** Money that came to a till or paybill, by a prompt or by hand, as Safaricom reports it to a registered address. */
export type C2bConfirmation = ShownPhone & {
  /**
   * `own`: money that is moved between accounts, lent or paid out comes to the same address. `unknown`: the type is not
   * in our table.
   */
  readonly kind: 'till' | 'paybill' | 'own' | 'unknown'
  readonly receipt: string
  readonly cents: number
  readonly paidAt: string | null
  /** The till or its store: Safaricom may send either. */
  readonly shortCode: string | null
  /** The account that the payer typed; paybills only. A stranger wrote it. */
  readonly account: string | null
  /** As much of the name as is sent, first name first. */
  readonly payerName: string | null
  /** The balance of our account afterwards, in cents. */
  readonly balanceCents: number | null
}

/** @param body text or parsed JSON @returns null where it is not such a confirmation, or without receipt or amount */
export const readC2bConfirmation = (body: unknown): C2bConfirmation | null => {
  const told = toLoose(body)
  const receipt = getReceipt(told?.TransID)
  const cents = getCents(told?.TransAmount)
  if (told === null || receipt === null || cents === null) return null
  return {
    kind: getKind(textOf(told.TransactionType) ?? ''),
    receipt,
    cents,
    paidAt: instantOfStamp(told.TransTime),
    shortCode: textOf(told.BusinessShortCode),
    account: textOf(told.BillRefNumber),
    payerName: nameIn(told),
    balanceCents: getCents(told.OrgAccountBalance),
    ...getPhone(told.MSISDN),
  }
}

/** Safaricom's own words for money that is not a customer's. A charge or a reversal may begin like a payment. */
const ownTypes =
  /settlement|reversal|charge|overdraft|^od ?(payment|repayment)|^(business|salary|promotion) ?payment|^b2c|^organi[sz]ation to organi[sz]ation/i
const tillTypes = /^(customer merchant payment|(customer ?)?(buy ?goods|pay merchant))/i
const paybillTypes = /^(customer ?)?pay ?(bill|utility)/i

const getKind = (type: string): C2bConfirmation['kind'] => {
  if (ownTypes.test(type)) return 'own'
  if (tillTypes.test(type)) return 'till'
  return paybillTypes.test(type) ? 'paybill' : 'unknown'
}

const nameIn = ({ FirstName, MiddleName, LastName }: Loose): string | null =>
  [FirstName, MiddleName, LastName].flatMap((part) => textOf(part) ?? []).join(' ') || null
