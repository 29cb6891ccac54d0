import type { BookingAsked, Delivery } from '@tuma/contracts/api'
import { type ApiError, api, queryClient, useErrorText, useSubmission, useText } from '@tuma/kit/runtime'
import { forgetDraft, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { refreshParcels } from '../move-parcel/steps.ts'
import { useDestinations } from './destinations.ts'
import { emptyParcel, type FieldName, newParcelFields, type Pay, toCounterParcel, toFieldName } from './fields.ts'

/** Why a parcel was not booked: the server's sentence, or the price that has changed. */
export type Refused = { readonly why: 'sentence'; readonly sentence: string } | { readonly why: 'fee_changed' }

/** What became of the form: a parcel, or a booking that waits for M-Pesa. */
export type Taken =
  | { readonly state: 'booked'; readonly parcel: Delivery }
  | { readonly state: 'waiting'; readonly booking: BookingAsked }

/**
 * The form of one customer's parcel and its booking. What was typed stays through every refusal.
 * @param onTaken is given the parcel, or what waits for its money; by then its draft is gone
 */
export function useNewParcel(draft: string, onTaken: (taken: Taken) => void) {
  const text = useText(newParcelTexts)
  const destinations = useDestinations()
  const [isPaying, setPaying] = useState(false)
  const form = useForm({ schema: newParcelFields, draft, defaults: emptyParcel, submit: () => undefined })
  const chosen = destinations.all.find(({ key }) => key === form.value('to'))
  const backTo = (name: FieldName, sentence: string): void => {
    setPaying(false)
    form.setError(name, sentence)
  }
  const booking = useBooking(backTo, (taken) => {
    forgetDraft(draft)
    onTaken(taken)
  })
  return {
    ...{ form, destinations, chosen, isPaying, refused: booking.refused, paying: booking.paying },
    /** Books it, paid in this way. Presses while it is under way do nothing. */
    book: (pay: Pay): void => {
      if (!chosen) backTo('to', text('pay.gone'))
      else booking.send(toCounterParcel(form.values(), chosen, pay, text('details.usual')))
    },
    /** Opens the ways to pay once all of the form is right. */
    askToPay: (): Promise<void> => {
      booking.forgive()
      return form.whenWhole(() => setPaying(true))
    },
    closePay: () => setPaying(false),
  }
}
export type NewParcelState = ReturnType<typeof useNewParcel>

/** @param backTo is given the field that the server refused, and why */
function useBooking(backTo: (name: FieldName, sentence: string) => void, onTaken: (taken: Taken) => void) {
  const text = useText(newParcelTexts)
  const say = useErrorText()
  const [refused, setRefused] = useState<Refused | null>(null)
  const onError = async (error: ApiError): Promise<void> => {
    if (error.code === 'fee_changed') {
      await queryClient.invalidateQueries({ queryKey: api.locations.key() })
      return setRefused({ why: 'fee_changed' })
    }
    const name = error.field ? toFieldName(error.field) : null
    const sentence = say(error, text('pay.failed'))
    if (name) backTo(name, sentence)
    else setRefused({ why: 'sentence', sentence })
  }
  const takeIn = useSubmission(api.counterParcels.takeIn, {
    onError,
    onSuccess: (answer) => {
      onTaken(
        answer.status === 201 ? { state: 'booked', parcel: answer.body } : { state: 'waiting', booking: answer.body },
      )
      refreshAfterBooking()
    },
  })
  return {
    refused,
    forgive: () => setRefused(null),
    /** How it is paid while it is being booked. */
    paying: takeIn.isPending ? takeIn.variables.pay.how : null,
    send: (parcel: Parameters<typeof takeIn.mutate>[0]): void => {
      if (takeIn.isPending) return
      setRefused(null)
      takeIn.mutate(parcel)
    },
  }
}

/** The lists and counts of the shop, the agent's cash, and this receiver for the customer's next parcel. */
export function refreshAfterBooking(): void {
  void refreshParcels()
  for (const key of [api.cash.key(), api.counterParcels.known.key(), api.bookings.key()])
    void queryClient.invalidateQueries({ queryKey: key })
}
