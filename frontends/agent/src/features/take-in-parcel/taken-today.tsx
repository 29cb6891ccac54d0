import { formatKsh } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** What the shop has taken in at its counter today, and what was paid for it. Nothing before the first parcel. */
export function TakenToday() {
  const text = useText(texts)
  const today = useQuery(api.counterParcels.today.queryOptions()).data
  if (!today || today.parcels === 0) return null
  const { parcels: count, cash, mpesa } = today
  const parcels = text('newParcel.today', { count })
  const parts = [
    cash > 0 ? text('newParcel.cash', { amount: toAmount(cash) }) : '',
    mpesa > 0 ? text('newParcel.mpesa', { amount: toAmount(mpesa) }) : '',
  ]
    .filter((part) => part !== '')
    .map(onOneLine)
  const said =
    parts.length === 0
      ? parcels
      : text('newParcel.money', { parcels, sum: onOneLine(formatKsh(cash + mpesa)), parts: parts.join(', ') })
  return <>{said}</>
}

const onOneLine = (words: string): string => words.replaceAll(' ', '\u00a0')

/** 1,440: the sum before it says that these are shillings. */
const toAmount = (shillings: number): string => formatKsh(shillings).replace(/^Ksh\s/, '')
