import { type BookAccount, bookAccounts } from '@tuma/contracts/vocabulary'

type Balance = { readonly account: BookAccount; readonly cents: number }

/** More commits than this do not fall between two rows of one read again and again. */
const maxReads = 5

/**
 * The balance of each account. Accounts are read one after the other, so a commit may come in between. Then they do not
 * sum to 0, as they do after every event, and are read again. Books that stay unbalanced are returned as they are.
 */
export const readBalances = async (getCents: (account: BookAccount) => Promise<number>): Promise<Balance[]> => {
  for (let reads = 1; ; reads += 1) {
    const balances = await Promise.all(
      bookAccounts.map(async (account) => ({ account, cents: await getCents(account) })),
    )
    const sum = balances.reduce((total, { cents }) => total + cents, 0)
    if (sum === 0 || reads === maxReads) return balances
  }
}
