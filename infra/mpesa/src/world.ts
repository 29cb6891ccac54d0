import type { KeyObject } from 'node:crypto'
import type { CallbackSender } from './callback-sender.ts'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import type { Merchant } from './merchant.ts'
import type { People } from './people.ts'
import type { Habits, Script } from './script.ts'

/** What all calls share: one clock, one account, one sender of callbacks. */
export type World = {
  /** ISO instant. */
  readonly now: () => string
  readonly chance: Chance
  readonly merchant: Merchant
  readonly ledger: Ledger
  readonly people: People
  readonly callbackSender: Pick<CallbackSender, 'send'>
  /** Each push that was understood, also one that was refused because the phone had another prompt. */
  readonly pushes: Pushed[]
  readonly script: Script
  readonly habits: Habits
  /** Decrypts what was encrypted with the certificate; null where receipts cannot be queried. */
  readonly privateKey: KeyObject | null
}

export type Pushed = { readonly phone: string; readonly amount: number }

export type Answer = { readonly status: number; readonly body: object }

export const refusal = ({ chance }: Pick<World, 'chance'>, errorCode: string, errorMessage: string): Answer => ({
  status: Number(errorCode.slice(0, 3)),
  body: { requestId: callId(chance), errorCode, errorMessage },
})

/** 1c5b-4ba8-815c-ac45c57a3db01495926 */
export const callId = (chance: Chance): string => {
  const hex = (count: number) => chance.text(count, '0123456789abcdef')
  return `${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}${chance.text(6, '0123456789')}`
}

const refusedWords = /m-?pesa|safaricom|exe|cmd|sql|query/i
const ofThisMachine = /^(localhost|127\.0\.0\.1)$/

/** @returns whether Daraja would call this address */
export const isCallable = (address: unknown, { httpsOnly }: Habits): boolean => {
  if (typeof address !== 'string' || !URL.canParse(address) || refusedWords.test(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || !httpsOnly || ofThisMachine.test(hostname)
}
