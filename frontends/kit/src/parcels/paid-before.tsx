import { formatKsh } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Notice } from '@tuma/kit/ui'
import { promptTexts } from './prompt-texts.ts'
import { isSpent, keepPayment, usePayer, useVerifiedPayment } from './verified-payment.ts'

/** Whoever has paid and comes back, in another tab, after logging in or days later, need not pay again. */
export function PaidBefore() {
  const text = useText(promptTexts)
  const payer = usePayer()
  const payment = useVerifiedPayment()
  const { data } = useQuery(
    api.payment.unused.queryOptions({
      enabled: payment === null,
      staleTime: 0,
      refetchOnMount: 'always',
      retry: false,
    }),
  )
  const paid = payment ? undefined : data?.find(({ paymentReferenceId }) => !isSpent(paymentReferenceId))
  if (!paid) return null
  const { paymentReferenceId: reference, amount } = paid
  const goOn = () => keepPayment({ reference, amount, verifiedAt: new Date().toISOString(), payer })
  return (
    <Notice>
      <div className="parcel-paid-before">
        <p>{text('paid.before', { amount: formatKsh(amount), reference })}</p>
        <Button onClick={goOn}>{text('paid.goOn')}</Button>
      </div>
    </Notice>
  )
}
