import type { Mpesa } from '@tuma/mpesa'
import type { Visitor } from '@tuma/one-process/visitor'
import type { Balances } from '@tuma/simulation/accounts'
import { balancesOfBooks } from '@tuma/simulation/product-books'
import type { Ledger } from '../ledger.ts'
import { readAllPages } from '../read-all-pages.ts'

/** The product's books as the office sees them, in cents; null: they do not answer now. */
export const readBooks = async (admin: Visitor): Promise<Balances | null> => {
  const answer = await admin.get('/api/admin/books').catch(() => null)
  return answer?.status === 200 ? balancesOfBooks(answer.body.accounts) : null
}

type PaymentRow = { readonly receipt: string; readonly usedBy: string | null }
type HandOverRow = {
  readonly _id: string
  readonly cents: number
  readonly counted: number | null
  readonly way: 'office' | 'mpesa'
}
type PaidOutRow = { readonly receipt: string; readonly of: 'payout' | 'refund'; readonly cents: number }

const checkOnce = (what: string, is: number): string[] =>
  is === 1 ? [] : [`${is === 0 ? 'lost' : 'twice'}: ${what}, ${is} times`]

/**
 * Each payment of M-Pesa is stored and pays what people's answers say, each phone rang once a request, and money left
 * once.
 */
export const checkMoneyIsOnce = async (admin: Visitor, ledger: Ledger, mpesa: Mpesa): Promise<string[]> => {
  const [payments, handOvers, left] = await Promise.all([
    readAllPages<PaymentRow>(admin, '/api/admin/payments?tab=all'),
    readAllPages<HandOverRow>(admin, '/api/admin/books/hand-overs'),
    readAllPages<PaidOutRow>(admin, '/api/admin/books/paid-out'),
  ])
  const byReceipt = Map.groupBy(payments, ({ receipt }) => receipt)
  const wrongUses = ledger.payments().flatMap(({ receipt, parcel }) => {
    const usedBy = byReceipt.get(receipt)?.[0]?.usedBy ?? null
    const expected = parcel === null || parcel.freed ? null : parcel.id
    return usedBy === expected || parcel?.deleted
      ? []
      : [`lost: ${receipt} pays for ${usedBy}, acknowledged was ${expected}`]
  })
  const parcels = Map.groupBy(
    payments.filter(({ usedBy }) => usedBy !== null),
    ({ usedBy }) => usedBy,
  )
  const rings = Map.groupBy(mpesa.pushes(), ({ phone }) => phone)
  const [byMpesa, toOffice] = [
    handOvers.filter(({ way }) => way === 'mpesa'),
    handOvers.filter(({ way }) => way === 'office'),
  ]
  const handedOver = toOffice.filter(({ _id, cents, counted }) => {
    const acknowledged = ledger.handOvers.get(_id)
    return acknowledged?.cents === cents && acknowledged.counted === counted
  })
  const payouts = Map.groupBy(
    left.filter(({ of }) => of === 'payout'),
    ({ receipt }) => receipt,
  )
  return [
    ...wrongUses,
    ...mpesa.ledger
      .movements()
      .filter(({ kind, status }) => kind === 'payment' && status === 'Completed')
      .flatMap(({ receipt }) => checkOnce(`payment ${receipt}`, byReceipt.get(receipt)?.length ?? 0)),
    ...[...parcels].flatMap(([parcel, paid]) =>
      paid.length === 1 ? [] : [`twice: ${parcel} was paid ${paid.length} times`],
    ),
    ...[...rings].flatMap(([phone, all]) => (all.length === 1 ? [] : [`twice: ${phone} rang ${all.length} times`])),
    ...(byMpesa.length === ledger.payIns.size
      ? []
      : [`lost: ${byMpesa.length} pay ins, acknowledged were ${ledger.payIns.size}`]),
    ...(handedOver.length === ledger.handOvers.size && toOffice.length === handedOver.length
      ? []
      : [
          `lost: ${toOffice.length} hand-overs, ${handedOver.length} of them as acknowledged, acknowledged were ${ledger.handOvers.size}`,
        ]),
    ...ledger
      .payouts()
      .flatMap(({ reference }) => checkOnce(`payout ${reference}`, payouts.get(reference)?.length ?? 0)),
    ...(payouts.size === ledger.payouts().length
      ? []
      : [`twice: ${payouts.size} payouts, acknowledged were ${ledger.payouts().length}`]),
  ]
}
