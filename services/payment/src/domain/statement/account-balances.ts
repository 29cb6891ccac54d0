import { type Named, runningBalance } from './running-balance.ts'
import { type AccountBalances, type BalanceRow, maxFirst, severalAccounts } from './several-accounts.ts'

/**
 * The balances of a file, read from its oldest row to its newest. Where one receipt moves the same amount out and in,
 * the file has several accounts in one column of balances, and each account is followed by itself.
 */
export const accountBalances = () => {
  const single = runningBalance()
  const several = severalAccounts()
  const swept = new Map<string, number>()
  const oldest = { from: '', named: [] as Named[] }
  let sweeps = 0

  const noticeSweep = ({ kind, receipt, cents, isCharge, at }: BalanceRow): void => {
    if (kind === 'payment' || kind === 'reversal' || isCharge) return
    const half = `${receipt} ${at}`
    if (swept.get(half) === -cents) sweeps += 1
    else swept.set(half, cents)
  }
  const noticeOldest = ({ at, cents, balance }: BalanceRow): void => {
    if (balance === null) return
    if (oldest.named.length === 0) oldest.from = at
    if (oldest.from === at && oldest.named.length < maxFirst) oldest.named.push({ cents, balance })
  }

  return {
    take(row: BalanceRow): void {
      if (row.kind === 'failed') return
      single.take(row, row.number)
      several.take(row)
      noticeSweep(row)
      noticeOldest(row)
    },
    whole(): AccountBalances {
      const whole = single.whole()
      if (sweeps > 0) return several.whole()
      const { opening } = whole
      const openings = opening === null ? [] : [{ account: '', from: oldest.from, opening, first: oldest.named }]
      return { ...whole, openings }
    },
  }
}
