import './prompt.css'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { api, useLocation, useNavigate, useQuery, useText } from '@tuma/kit/runtime'
import { Button, keepDraft, Notice } from '@tuma/kit/ui'
import { type ReactNode, useEffect } from 'react'
import { BookedMeanwhile, useBookedMeanwhile } from './booked-meanwhile.tsx'
import type { JustPaidState } from './due.ts'
import { receiverIn } from './filled-in.ts'
import {
  forgetBegun,
  forgetKept,
  hasBegun,
  hasJustBegun,
  type KeptParcel,
  keepParcel,
  keptFor,
  markBegun,
} from './kept-parcels.ts'
import { promptTexts } from './prompt-texts.ts'
import { isSpent, keepPayment, usePayer, useVerifiedPayment } from './verified-payment.ts'

/** Who comes back before the PIN sees the payment come. */
const asksAgainMs = 5000

/** `receiver`: the first name, where the server keeps the parcel. */
type Unused = { reference: string; amount: number; receiver?: string | undefined }

/** The newest payment without a booked parcel; undefined if none exists, or none was asked for. */
export function useUnusedPayment(asks: boolean): Unused | undefined {
  const { data } = useQuery(
    api.payment.unused.queryOptions({
      ...{ enabled: asks, staleTime: 0, refetchOnMount: 'always', retry: false },
      refetchInterval: ({ state }) => (state.data?.length === 0 && hasJustBegun() ? asksAgainMs : false),
    }),
  )
  useEffect(() => {
    if (data?.length === 0) forgetBegun()
  }, [data])
  const isFree = ({ paymentReferenceId, booking }: NonNullable<typeof data>[number]): boolean =>
    !isSpent(paymentReferenceId) && booking?.state !== 'funded'
  const paid = asks ? data?.find(isFree) : undefined
  return paid && { reference: paid.paymentReferenceId, amount: paid.amount, receiver: paid.booking?.receiver }
}

/**
 * Lets a payer who has not booked yet continue with the form as it was. Draws nothing for other people.
 * @param forms where people choose a form; missing on a form or a checkout, where the payment is used
 * @param ifBegun asks only where this browser has begun a payment
 */
export function FinishBooking({ forms, ifBegun = false }: { forms?: string; ifBegun?: boolean }) {
  const payment = useVerifiedPayment()
  const asks = forms === undefined ? payment === null : !ifBegun || hasBegun()
  const paid = useUnusedPayment(asks)
  const finish = paid ? <PaidNotBooked paid={paid} forms={forms} /> : null
  return forms === undefined ? finish : <BookedOr>{finish}</BookedOr>
}

function BookedOr({ children }: { children: ReactNode }) {
  const booked = useBookedMeanwhile()
  return (
    <>
      <BookedMeanwhile booked={booked} />
      {children}
    </>
  )
}

/** @param onFinish instead of using the payment here: brings it into this browser first */
export function PaidNotBooked({
  paid: { reference, amount, receiver },
  forms,
  onFinish,
  busy = false,
}: {
  paid: Unused
  forms?: string | undefined
  onFinish?: () => Promise<unknown>
  busy?: boolean
}) {
  const text = useText(promptTexts)
  const payer = usePayer()
  const payment = useVerifiedPayment()
  const { pathname } = useLocation()
  const kept = forms === undefined ? null : keptFor(reference, payer)
  const finish = useFinish({ reference, amount }, forms)
  const isChosen = forms === pathname && !kept && payment?.reference === reference
  const name = receiverIn(kept?.parcel.values) || receiver || ''
  const sums = { amount: formatKsh(amount), name }
  const press = async (): Promise<void> => {
    await onFinish?.()
    finish()
  }
  return (
    <Notice>
      <div className="parcel-paid-before">
        <p>{text(isChosen ? 'paid.choose' : name ? 'paid.beforeTo' : 'paid.before', sums)}</p>
        {isChosen ? null : (
          <Button loading={busy} onClick={() => void press().catch(() => {})}>
            {text('paid.finish')}
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** Makes it the payment of the next request, and opens the form that it was begun with; else the choice of forms. */
function useFinish({ reference, amount }: Unused, forms: string | undefined): () => void {
  const payer = usePayer()
  const navigate = useNavigate()
  return () => {
    const kept = keptFor(reference, payer)
    const { due } = kept?.parcel ?? {}
    const covers = due && amount >= due.amount ? { covers: due.what } : {}
    keepPayment({ reference, amount, verifiedAt: new Date().toISOString(), payer, ...covers })
    markBegun() // the link of an SMS brings a payment to a browser that began none
    if (forms === undefined) return
    const state: JustPaidState = { justPaid: true }
    void (kept ? navigate(reopen(kept.draft, kept.parcel, payer), { state }) : navigate(forms))
  }
}

/** Puts the form back as it was, as this person's own. @returns its address */
function reopen(draft: string, parcel: KeptParcel, payer: string): string {
  const { form, kind } = parcel.due
  const own = draft.replace(/[^.]*$/, payer)
  const isForeign = own !== draft
  // A client's dukani parcel goes out under their username.
  const named = isForeign && kind === 'dukani' ? { sender: { ...(parcel.values.sender as object), name: payer } } : {}
  const values = { ...parcel.values, ...named }
  keepDraft(own, values)
  if (isForeign) {
    forgetKept(draft)
    keepParcel(own, { ...parcel, values })
  }
  return payer === 'visitor' ? form.replace(/^\/Client(?=\/)/, '') : form
}
