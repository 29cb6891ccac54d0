import type { ApiInputs, User } from '@tuma/contracts/api'
import type * as z from '@tuma/kit/schema'
import { readDraft } from '@tuma/kit/ui'
import { type Due, draftOfDue } from './due.ts'
import { doorstepFields, dukaniFields } from './request-fields.ts'

type Paid = { readonly deliveryFee: number | undefined; readonly paymentReferenceId: string }
type Doorstep = z.output<ReturnType<typeof doorstepFields>>
type Dukani = z.output<ReturnType<typeof dukaniFields>>

/** A filled-in form as its call takes it. What is paid on delivery has no payment. */
export const toDoorstepBody = ({ productPrice, ...typed }: Doorstep, { deliveryFee, paymentReferenceId }: Paid) =>
  typed.paymentMethod === 'payNow'
    ? { ...typed, deliveryFee, paymentReferenceId }
    : { ...typed, deliveryFee, paymentReferenceId: '', productPrice }

/** This call spells it `phoneNumber`, where the others have `phone`. */
export const toDukaniBody = ({ sender, receiver, ...rest }: Dukani, paid: Paid) => ({
  sender: phoneNumbered(sender),
  receiver: phoneNumbered(receiver),
  ...rest,
  ...paid,
})
const phoneNumbered = <T extends { phone: string }>({ phone, ...rest }: T) => ({ ...rest, phoneNumber: phone })

type Book = ApiInputs['payment']['askPrompt']['book']

/** The parcel that the form behind a checkout asks for; undefined where the form is not whole. */
export function readBook(due: Due, user: User | null, paymentReferenceId: string): Book {
  const draft = readDraft(draftOfDue(due, user))
  const paid = { deliveryFee: due.amount, paymentReferenceId }
  if (due.kind === 'dukani') {
    const typed = dukaniFields(user?.username).safeParse(draft)
    return typed.success ? { kind: 'dukani', request: toDukaniBody(typed.data, paid) } : undefined
  }
  const typed = due.kind === 'doorstep' ? doorstepFields(user?.username).safeParse(draft) : null
  return typed?.success && typed.data.paymentMethod === 'payNow'
    ? { kind: 'doorstep', request: toDoorstepBody(typed.data, paid) }
    : undefined
}
