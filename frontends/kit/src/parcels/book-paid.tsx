import type { User } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { useLocation, useNavigate, useRootState, useText } from '@tuma/kit/runtime'
import { Facts, Form, Notice, SubmitButton } from '@tuma/kit/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Due, draftOfDue, isCovered, type JustPaidState } from './due.ts'
import type { FormVariant } from './form-variant.ts'
import { KnownSender } from './known-sender.tsx'
import { Verified } from './pay-and-send.tsx'
import { useDoorstep, useDukani } from './request-forms.ts'
import { Sent } from './sent.tsx'
import { parcelTexts } from './texts.ts'
import { useVerifiedPayment } from './verified-payment.ts'

type Props = {
  due: Due
  variant: FormVariant
  /** Where people go when the parcel is booked. */
  after: string
  /** Is shown above it until the parcel is booked. */
  header: ReactNode
  /** The payment has turned out to be none. */
  onUnpaid: () => void
}

/** At the checkout, once what is due is paid: the parcel in a few words, and the button that books it. */
export const BookPaid = (props: Props) => (
  <KnownSender variant={props.variant}>
    {(user) => (props.due.kind === 'dukani' ? <Dukani {...props} user={user} /> : <Doorstep {...props} user={user} />)}
  </KnownSender>
)

type Known = Props & { user: User | null }
const Doorstep = (props: Known) => (
  <Book {...props} request={useDoorstep(props.user, draftOfDue(props.due, props.user))} leave />
)
const Dukani = (props: Known) => <Book {...props} request={useDukani(props.user, draftOfDue(props.due, props.user))} />

type Request = ReturnType<typeof useDoorstep> | ReturnType<typeof useDukani>

/** The form behind it keeps its entries. An incomplete form is where the person continues. */
function Book({ due, request, leave, ...props }: Known & { request: Request; leave?: boolean }) {
  const { form, cost, sent } = request
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const payment = useVerifiedPayment()
  const now = cost.fee === null ? due : { amount: cost.fee, what: cost.what }
  const goesOn = sent || form.submitting
  const isOver = !goesOn && payment === null
  const belongsToForm = !goesOn && !(due.kind && form.isWhole() && isCovered(now, payment))
  const { onUnpaid } = props
  useEffect(() => {
    if (isOver) return onUnpaid()
    const state: JustPaidState = { justPaid: true }
    if (belongsToForm) void navigate(due.form, { replace: true, state })
  }, [isOver, belongsToForm, onUnpaid, navigate, due.form])
  const isSent = sent !== null
  useEffect(() => {
    if (isSent) void navigate(pathname, { replace: true, state: null }) // Back finds nothing to be paid any more
  }, [isSent, navigate, pathname])
  if (sent)
    return <Sent parcel={sent} bring={request.bring} variant={props.variant} after={props.after} leave={leave} />
  return (
    <>
      {props.header}
      <Offer due={due} request={request} />
    </>
  )
}

function Offer({ due, request: { form, cost, bring, unanswered } }: { due: Due; request: Request }) {
  const text = useText(parcelTexts)
  const payment = useVerifiedPayment()
  const card = useRef<HTMLElement>(null)
  useRootState('book')
  const { sender, receiver } = form.values()
  useEffect(() => {
    window.scrollTo({ top: 0 })
    card.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
  }, [])
  return (
    <Form form={form} label={text('submit')}>
      <section ref={card} className="t-card parcel-sum parcel-book">
        <p className="parcel-one-step">{text('pay.oneStep')}</p>
        <Facts
          rows={[
            [text('form.receiver'), `${receiver.name}, ${bring.to}`],
            [text('sender.agent'), `${sender.dropoffAgent}, ${sender.location}`],
            [text('sum.total'), formatKsh(cost.fee ?? due.amount)],
          ]}
        />
        {payment ? <Verified due={{ ...due, amount: cost.fee ?? due.amount }} payment={payment} /> : null}
        {unanswered ? <Notice tone="danger">{text('pay.notBooked')}</Notice> : null}
        <SubmitButton form={form} wide loading={cost.fee === null}>
          {text('submit')}
        </SubmitButton>
      </section>
    </Form>
  )
}
