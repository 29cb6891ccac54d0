import type { BookAccount } from '@tuma/contracts/vocabulary'

const owedAccounts: readonly BookAccount[] = [
  ...(['unclaimed', 'prepaid', 'fees_earned', 'owed_to_senders'] as const),
  ...(['refunds_owed', 'opening', 'not_ours', 'overdraft'] as const),
]

/** True if the account says whose money it is; the other accounts say where the money is. */
export const saysWhose = (account: BookAccount): boolean => owedAccounts.includes(account)

/** The books write money that we owe as minus, so that all accounts add up to zero. People read it as plus. */
export const asRead = (account: BookAccount, cents: number): number => (saysWhose(account) ? 0 - cents : cents)
