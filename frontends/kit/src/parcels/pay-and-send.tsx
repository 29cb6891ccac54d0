import { formatKsh, type PaymentMethod, type Shillings, totalOf } from '@tuma/contracts/vocabulary'
import { Smartphone } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { ButtonLink, Facts, Money, Notice, SubmitButton } from '@tuma/kit/ui'
import { useKeptDue } from './due.ts'
import { parcelTexts } from './texts.ts'
import { useVerifiedPayment } from './verified-payment.ts'

type Props = {
  form: { submitting: boolean }
  checkoutPath: string
  /** Null until a location with a price is chosen. */
  fee: Shillings | null
  /** What has that price ("express THIKA"). */
  what: string
  method: PaymentMethod
  productPrice?: Shillings
}

/** What it costs, how it is paid, and the button that sends it: off until a verified payment covers what is due now. */
export function PayAndSend({ form, checkoutPath, fee, what, method, productPrice = 0 }: Props) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const total = fee === null ? null : totalOf(fee, method, productPrice)
  const payNow = method === 'payNow'
  const due = useKeptDue(payNow ? total : null, what)
  // The server charges the lower of the price now and the price when it was paid.
  const isEnough = payment !== null && due !== null && (payment.amount >= due.amount || payment.covers === due.what)
  const covered = !payNow || isEnough
  return (
    <section className="t-card parcel-sum" aria-label={text('form.payment')}>
      <Sum fee={fee} total={total} productPrice={payNow ? null : productPrice} />
      {payNow ? <PaymentState due={due} checkoutPath={checkoutPath} covered={covered} /> : null}
      <SubmitButton form={form} wide disabled={!covered}>
        {text(covered ? 'submit' : 'submit.payFirst')}
      </SubmitButton>
    </section>
  )
}

function Sum({
  fee,
  total,
  productPrice,
}: {
  fee: Shillings | null
  total: Shillings | null
  productPrice: Shillings | null
}) {
  const text = useText(parcelTexts)
  if (fee === null || total === null) return <p className="t-hint">{text('sum.unknown')}</p>
  return (
    <>
      <Facts
        rows={[
          [text('sum.fee'), formatKsh(fee)],
          [text('sum.product'), productPrice === null ? null : formatKsh(productPrice)],
        ]}
      />
      <p className="parcel-total" aria-live="polite">
        <span>{text('sum.total')}</span> <Money amount={total} />
      </p>
    </>
  )
}

function PaymentState({
  due,
  checkoutPath,
  covered,
}: {
  due: ReturnType<typeof useKeptDue>
  checkoutPath: string
  covered: boolean
}) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  if (!due) return null
  const paid = payment && { reference: payment.reference, amount: formatKsh(payment.amount) }
  const total = formatKsh(due.amount)
  const missing = due.amount - (payment?.amount ?? 0)
  if (paid && covered) {
    return (
      <Notice>
        <p>{text('pay.verified', paid)}</p>
        {missing > 0 ? <p>{text('pay.risen', { total })}</p> : null}
      </Notice>
    )
  }
  return (
    <>
      {paid ? <Notice tone="warning">{text('pay.short', { ...paid, short: formatKsh(missing), total })}</Notice> : null}
      <ButtonLink to={checkoutPath} state={due} variant="ochre" icon={Smartphone} wide>
        {text('pay.go', { amount: total })}
      </ButtonLink>
    </>
  )
}
