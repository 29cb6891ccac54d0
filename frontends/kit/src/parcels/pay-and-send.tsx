import './journey.css'
import { computeTotal, formatKsh, maxShillings, type Shillings } from '@tuma/contracts/vocabulary'
import { Smartphone } from '@tuma/kit/icons'
import { api, useLocation, useNavigate, useQuery, useRootState, useText } from '@tuma/kit/runtime'
import { Button, Facts, Money, Notice, SubmitButton, type useForm } from '@tuma/kit/ui'
import { type RefObject, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { type Due, forgetOtherDue, isCovered, type JustPaidState, keepDue } from './due.ts'
import { FinishBooking } from './finish-booking.tsx'
import { AsksAboutDraft, againSearch, useIsAgain } from './own-draft.tsx'
import type { Cost } from './request-forms.ts'
import { parcelTexts } from './texts.ts'

import { bringPaymentBack, usePayer, useVerifiedPayment, type VerifiedPayment } from './verified-payment.ts'

type Props = Cost & {
  form: Pick<ReturnType<typeof useForm<never, never>>, 'submitting' | 'whenWhole' | 'isWhole' | 'changes'>
  kind: 'doorstep' | 'dukani'
  checkoutPath: string
}

/**
 * What it costs, how it is paid, and the button that sends it: off until a verified payment covers what is due now.
 * Only a complete form leads to the checkout, so that no sender pays and then learns that a phone number is wrong.
 */
export function PayAndSend({ form, kind, checkoutPath, fee, what, method, productPrice: typedPrice = 0 }: Props) {
  const text = useText(parcelTexts)
  const navigate = useNavigate()
  const payment = useVerifiedPayment()
  const way = useWay(kind)
  const productPrice = typedPrice > 0 && typedPrice <= maxShillings ? typedPrice : 0 // what is refused adds up to nothing
  const total = fee === null ? null : computeTotal(fee, method, productPrice)
  const payNow = method === 'payNow'
  const due: Due | null = payNow && total !== null ? { amount: total, what, ...way } : null
  const isPaid = due !== null && isCovered(due, payment)
  const section = useFocusOnSubmit(isPaid)
  useEffect(() => {
    if (due) forgetOtherDue(due)
  })
  const isWhole = useSyncExternalStore(form.changes, form.isWhole, () => false)
  useRootState('sum', isWhole || isPaid)
  useRootState('sum-parts', total !== null && !payNow)
  // Loads the ways to pay before the checkout opens, so that nothing has to load there.
  useQuery(api.locations.contact.queryOptions({ enabled: payNow && isWhole }))
  const payer = usePayer()
  useEffect(() => {
    if (payNow) bringPaymentBack(payer)
  }, [payNow, payer])
  const goToCheckout = (): void => {
    // A double press comes here twice: one step of Back must lead to the form again.
    if (!due || window.location.pathname === checkoutPath) return
    keepDue(due)
    void navigate(checkoutPath, { state: due })
  }
  return (
    <section
      ref={section}
      className="t-card parcel-sum"
      data-paid={isPaid}
      data-whole={isWhole}
      aria-label={text('form.payment')}
    >
      {isPaid ? <p className="parcel-one-step">{text('pay.oneStep')}</p> : null}
      {payment && payNow ? <NotBooked amount={payment.amount} /> : null}
      <Sum fee={fee} total={total} productPrice={payNow ? null : productPrice} />
      {due ? <PaymentState due={due} onPay={() => void form.whenWhole(goToCheckout)} /> : null}
      <Submit form={form} mustPay={payNow && !isPaid} canPay={due !== null} />
    </section>
  )
}

/** The form that wants to be paid, as the checkout leads back to it. */
function useWay(kind: Props['kind']): Pick<Due, 'form' | 'kind' | 'again'> {
  const { pathname } = useLocation()
  const again = useIsAgain()
  return again ? { form: pathname + againSearch, kind, again } : { form: pathname, kind }
}

/** Stays away while there is a button to pay with: one that cannot be pressed would take half of its row. */
function Submit({ form, mustPay, canPay }: { form: Props['form']; mustPay: boolean; canPay: boolean }) {
  const text = useText(parcelTexts)
  if (mustPay && canPay) return null
  return (
    <SubmitButton form={form} wide disabled={mustPay}>
      {text(mustPay ? 'submit.payFirst' : 'submit')}
    </SubmitButton>
  )
}

/**
 * Focuses the button that books, once, for a sender who has just paid. Does nothing where they already type: the price, and
 * with it the button, may come later than the form.
 */
function useFocusOnSubmit(isPaid: boolean): RefObject<HTMLElement | null> {
  const { state } = useLocation()
  const justPaid = (state as Partial<JustPaidState> | null)?.justPaid === true
  const section = useRef<HTMLElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    if (!justPaid || !isPaid || isDone.current) return
    isDone.current = true
    if (document.activeElement?.matches('input, select, textarea')) return
    section.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [justPaid, isPaid])
  return section
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

function PaymentState({ due, onPay }: { due: Due; onPay: () => void }) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const asksAboutDraft = useContext(AsksAboutDraft)
  if (payment && isCovered(due, payment)) return <Verified due={due} payment={payment} />
  const total = formatKsh(due.amount)
  return (
    <>
      {asksAboutDraft ? null : <FinishBooking />}
      {payment ? (
        <Notice tone="warning">
          {text('pay.short', { ...said(payment), short: formatKsh(due.amount - payment.amount) })}
        </Notice>
      ) : null}
      <Button onClick={onPay} variant="ochre" icon={Smartphone} wide>
        {text('pay.go', { amount: payment ? formatKsh(due.amount - payment.amount) : total })}
      </Button>
    </>
  )
}

/** Why the payment could not book the parcel by itself. The form keeps its fields. */
function NotBooked({ amount }: { amount: Shillings }) {
  const text = useText(parcelTexts)
  const { notBooked } = (useLocation().state ?? {}) as Partial<JustPaidState>
  if (!notBooked) return null
  const paid = { amount: formatKsh(amount) }
  return (
    <Notice tone="warning">
      {notBooked.code === 'unknown_shop' || notBooked.code === 'unknown_place'
        ? text(`pay.${notBooked.code}`, paid)
        : text('pay.notBookedWhy', { ...paid, message: notBooked.message })}
    </Notice>
  )
}

/** That a payment pays for what is due, and why it does where it is less. */
export function Verified({ due, payment }: { due: Due; payment: VerifiedPayment }) {
  const text = useText(parcelTexts)
  return (
    <Notice>
      <p>{text('pay.verified', said(payment))}</p>
      {payment.receipt ? <p className="parcel-receipt-code">{text('pay.receipt', { code: payment.receipt })}</p> : null}
      {due.amount > payment.amount ? <p>{text('pay.risen', { total: formatKsh(due.amount) })}</p> : null}
    </Notice>
  )
}

const said = ({ reference, amount }: VerifiedPayment) => ({ reference, amount: formatKsh(amount) })
