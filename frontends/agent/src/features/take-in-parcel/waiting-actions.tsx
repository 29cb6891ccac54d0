import { type Booking, phoneToAsk } from '@tuma/contracts/api'
import { Banknote, Smartphone } from '@tuma/kit/icons'
import { type ApiError, api, useErrorText, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, Form, Notice, PhoneField, SubmitButton, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { ToTill } from './by-mpesa.tsx'
import { refreshAfterBooking } from './use-new-parcel.ts'

/** What an agent can do for a parcel that waits: ask again, ask another phone, take cash or a receipt, cancel. */
export function WaitingActions({ booking }: { booking: Booking }) {
  const text = useText(newParcelTexts)
  const { bookingId: id, asked } = booking
  const { change, problem, pending } = useChange()
  const [isOtherPhone, setOtherPhone] = useState(false)
  const isAsking = asked?.how === 'prompt' && asked.state === 'waiting'
  return (
    <div className="grid gap-2">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <div className="take-chips">
        {isAsking ? null : (
          <Button
            variant="secondary"
            icon={Smartphone}
            loading={pending === 'prompt'}
            onClick={() => change({ id, pay: { how: 'prompt', ...(asked?.phone ? { phone: asked.phone } : {}) } })}
          >
            {text('wait.again')}
          </Button>
        )}
        {isAsking ? null : (
          <Button variant="secondary" onClick={() => setOtherPhone(!isOtherPhone)}>
            {text('wait.phone')}
          </Button>
        )}
        <Button
          variant="secondary"
          icon={Banknote}
          loading={pending === 'cash'}
          onClick={() => change({ id, pay: { how: 'cash' } })}
        >
          {text('wait.cash')}
        </Button>
        <Button variant="quiet" loading={pending === 'cancel'} onClick={() => change({ id, cancel: true })}>
          {text('wait.cancel')}
        </Button>
      </div>
      {isOtherPhone ? <OtherPhone onAsk={(phone) => change({ id, pay: { how: 'prompt', phone } })} /> : null}
      {isAsking ? null : (
        <ToTill
          payer={asked?.phone ?? ''}
          pending={pending === 'till'}
          onPay={(typed) => change({ id, pay: { how: 'till', ...typed } })}
        />
      )}
    </div>
  )
}

const OtherPhone = ({ onAsk }: { onAsk: (phone: string) => void }) => {
  const text = useText(newParcelTexts)
  const form = useForm({ schema: phoneToAsk, defaults: { phone: '' }, submit: ({ phone }) => onAsk(phone) })
  return (
    <Form form={form} label={text('wait.phone')}>
      <PhoneField label={text('pay.phone')} {...form.field('phone')} />
      <SubmitButton form={form} wide icon={Smartphone}>
        {text('pay.otherPhone')}
      </SubmitButton>
    </Form>
  )
}

type Change = Parameters<typeof api.bookings.change.call>[0]

const useChange = () => {
  const text = useText(newParcelTexts)
  const say = useErrorText()
  const [problem, setProblem] = useState('')
  const changing = useSubmission(api.bookings.change, {
    onError: (error: ApiError) => setProblem(say(error, text('wait.problem'))),
    onSettled: refreshAfterBooking,
  })
  const { isPending, variables } = changing
  return {
    problem,
    pending: isPending ? (variables.pay?.how ?? 'cancel') : null,
    change: (wanted: Change): void => {
      if (isPending) return
      setProblem('')
      changing.mutate(wanted)
    },
  }
}
