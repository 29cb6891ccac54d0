import { formatKsh } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { plainShillings } from './features/list-payments/refund.tsx'
import { inShillings } from './features/list-payments/words.ts'
import { texts } from './texts.ts'

/** Below the paid amount: the amount in the message (whole shillings) and the difference. Nothing if they agree. */
export const ToldAmount = ({ told, cents }: { told: number | undefined; cents: number }) => {
  const text = useText(texts)
  const short = told === undefined ? 0 : 100 * told - cents
  if (told === undefined || short === 0) return null
  const off = inShillings(plainShillings(Math.abs(short)))
  return (
    <span className="block text-xs text-ink-soft">
      {text(short > 0 ? 'payments.short' : 'payments.over', { told: formatKsh(told), off })}
    </span>
  )
}
