import { getCents, getList, getPhone, getReceipt, type ShownPhone, textOf, toLoose } from './loose-json.ts'
import { instantOfStamp } from './nairobi-stamp.ts'

type Conversation = {
  readonly conversationId: string | null
  readonly originatorConversationId: string | null
}

/** Safaricom's answer to our question about a receipt. It comes to its own address, a minute or more later. */
export type StatusResult =
  | (Conversation &
      ShownPhone & {
        readonly kind: 'transaction'
        /** `unclear`: an undocumented word. Only `completed` means money. */
        readonly state: 'completed' | 'pending' | 'failed' | 'reversed' | 'unclear'
        readonly receipt: string | null
        readonly cents: number | null
        readonly finishedAt: string | null
        /** The receiver of the money; null where it is not given. */
        readonly creditedTo: string | null
        readonly payerName: string | null
      })
  /** M-Pesa knows no such receipt. */
  | (Conversation & { readonly kind: 'no_such_transaction'; readonly code: string })
  /** It says nothing about the payment: M-Pesa was busy, or did not accept the question. */
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

/** @param body text or parsed JSON @returns null where it is not such a result */
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
