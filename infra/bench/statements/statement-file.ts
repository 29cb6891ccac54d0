const columns =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An M-Pesa receipt of the 1st to the 28th of October 2026. */
const getReceipt = (number: number, day: number): string => {
  const tail = Array.from({ length: 7 }, (_, at) => letters[Math.floor(number / 36 ** at) % 36]).join('')
  return `UJ${day.toString(32).toUpperCase()}${tail}`
}
const money = (cents: number) => `"${(cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 })}"`
const two = (number: number) => String(number).padStart(2, '0')

/**
 * The portal's file of a till with this many rows: half of them payments, half M-Pesa's charges for them, newest first,
 * with a running balance.
 */
export const portalFile = (rows: number) => {
  const payments = Math.floor(rows / 2)
  const lines: string[] = []
  let [balance, paidCents] = [0, 0]
  for (let number = 0; number < payments; number += 1) {
    const second = Math.floor((number * 28 * 86_400) / payments)
    const day = 1 + Math.floor(second / 86_400)
    const time = `${two(day)}-10-2026 ${two(Math.floor(second / 3600) % 24)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
    const receipt = getReceipt(number, day)
    const party = `2547*****${String(number % 1000).padStart(3, '0')} - WANJIKU KAMAU`
    const cents = 100 * (100 + (number % 2000))
    const charge = Math.round(cents * 0.0055)
    balance += cents
    paidCents += cents
    const row = (details: string, paid: string, taken: string, reason: string, other: string) =>
      `${receipt},${time},${time},${details},Completed,${paid},${taken},${money(balance)},true,${reason},${other},,`
    const paid = row(`Merchant Payment from ${party}`, money(cents), '', 'Customer Merchant Payment', party)
    balance -= charge
    lines.push(paid, row('Pay merchant Charge', '', money(-charge), 'Pay merchant Charge', '600100 - TUMA PARCELS'))
  }
  const before = [
    'Organization,TUMA PARCELS',
    'Short Code,600100',
    'Account,Merchant Account',
    'Time Period,',
    'Operator,tuma',
    '',
  ]
  const file = [...before, columns, ...lines.reverse(), ''].join('\r\n')
  return { file, paidCents, chargeCents: paidCents - balance }
}
