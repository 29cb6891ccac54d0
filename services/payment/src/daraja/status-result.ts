import { getCents, getList, getPhone, getReceipt, type ShownPhone, textOf, toLoose } from './loose-json.ts'
import { instantOfStamp } from './nairobi-stamp.ts'

type Conversation = {
  readonly conversationId: string | null
  readonly originatorConversationId: string | null
}

/** What Safaricom answers to our question about a receipt: to its own address, a minute or more later. */
export type StatusResult =
  | (Conversation &
      ShownPhone & {
        readonly kind: 'transaction'
        /** `unclear`: a word that nobody has told us of. Only `completed` is money. */
        readonly state: 'completed' | 'pending' | 'failed' | 'reversed' | 'unclear'
        readonly receipt: string | null
        readonly cents: number | null
        readonly finishedAt: string | null
        /** Whom the money went to; null where it isn't told. */
        readonly creditedTo: string | null
        readonly payerName: string | null
      })
  /** M-Pesa knows no such receipt. */
  | (Conversation & { readonly kind: 'no_such_transaction'; readonly code: string })
  /** Nothing about the payment: it was busy, or would not be asked by us. */
  | (Conversation & { readonly kind: 'no_answer'; readonly code: string })

const noSuchReceipt = '2032'

const states: Readonly<Record<string, 'completed' | 'pending' | 'failed' | 'reversed'>> = {
  completed: 'completed',
  initiated: 'pending',
  authorized: 'pending',
  cancelled: 'failed',
  declined: 'failed',
  expired: 'failed',
  failed: 'failed',
  reversed: 'reversed',
}

/** @param body text or parsed JSON @returns null where it is no such result */
export const readStatusResult = (body: unknown): StatusResult | null => {
  const result = toLoose(toLoose(body)?.Result)
  const code = textOf(result?.ResultCode)
  if (result === null || code === null) return null
  const conversation = {
    conversationId: textOf(result.ConversationID),
    originatorConversationId: textOf(result.OriginatorConversationID),
  }
  if (code !== '0') return { kind: code === noSuchReceipt ? 'no_such_transaction' : 'no_answer', code, ...conversation }

  const told = getList(toLoose(result.ResultParameters)?.ResultParameter)
  const all = (key: string) => told.flatMap(({ Key, Value }) => (Key === key ? (textOf(Value) ?? []) : []))
  const parties = [...all('DebitPartyName'), ...all('CreditPartyName')].map(getParty)
  const payer = parties.find(({ isPerson }) => isPerson)
  const credited = all('CreditPartyName').map(getParty)
  return {
    kind: 'transaction',
    ...conversation,
    state: states[all('TransactionStatus')[0]?.toLowerCase() ?? ''] ?? 'unclear',
    receipt: getReceipt(all('ReceiptNo')[0]),
    cents: getCents(all('Amount')[0]),
    finishedAt: instantOfStamp(all('FinalisedTime')[0] ?? all('InitiatedTime')[0]),
    creditedTo: credited.find(({ isPerson }) => !isPerson)?.number ?? null,
    payerName: payer?.name ?? null,
    ...getPhone(payer?.number),
  }
}

/** "600310 - Tuma Parcels", "254708374149 - Jane Doe", "2547 ***** 149 - Jane Doe" */
const getParty = (party: string) => {
  const [, number = '', name = ''] = /^([^-]*?) *- *(.*)$/.exec(party) ?? [party, party]
  return { number, name: name || null, isPerson: !/^\d{4,9}$/.test(number) }
}
