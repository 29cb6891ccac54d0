import type { BookAccount } from '@tuma/contracts/vocabulary'

const ofSomebody: readonly BookAccount[] = [
  ...(['unclaimed', 'prepaid', 'fees_earned', 'owed_to_senders'] as const),
  ...(['refunds_owed', 'opening', 'not_ours', 'overdraft'] as const),
]

/** Whether an account says whose money is; the others say where it is. */
export const saysWhose = (account: BookAccount): boolean => ofSomebody.includes(account)

/** Books write what came in for somebody as minus, so that all together are nothing; people read it as plus. */
export const asRead = (account: BookAccount, cents: number): number => (saysWhose(account) ? 0 - cents : cents)
