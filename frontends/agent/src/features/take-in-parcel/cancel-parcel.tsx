import { type Delivery, line } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { alert, api, queryClient, useServerTime, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Dialog, Form, formatTime, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useId, useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { refreshParcels } from '../move-parcel/steps.ts'
import { Chips } from './chips.tsx'

type Parcel = Pick<Delivery, '_id' | 'trackingId' | 'deliveryFee' | 'sender' | 'counter'>

/** Until when an agent of this shop may cancel it (ISO); undefined where they may not, or no longer. */
const useVoidUntil = ({ counter }: Parcel): string | undefined => {
  const now = useServerTime()
  const until = counter?.voidUntil
  return until !== undefined && Date.parse(until) > Date.parse(now) ? until : undefined
}

/** Cancels a parcel that was taken in at this counter. Draws nothing where that is not possible or too late. */
export function CancelParcel({ parcel, onCancelled }: { parcel: Parcel; onCancelled?: () => void }) {
  const text = useText(newParcelTexts)
  const until = useVoidUntil(parcel)
  const [isAsked, setAsked] = useState(false)
  const close = (): void => setAsked(false)
  return (
    <>
      {until ? (
        <Button variant="quiet" onClick={() => setAsked(true)}>
          {text('cancel.go')}
        </Button>
      ) : null}
      {isAsked ? <CancelDialog parcel={parcel} onClose={close} onCancelled={onCancelled} /> : null}
    </>
  )
}

export const CancelUntil = ({ parcel }: { parcel: Parcel }) => {
  const text = useText(newParcelTexts)
  const until = useVoidUntil(parcel)
  return until ? <p className="t-hint">{text('cancel.until', { time: formatTime(until) })}</p> : null
}

const voidForm = z.object({ reason: line('Reason', 200) })
const reasons = ['mind', 'wrong', 'twice'] as const

type DialogProps = { parcel: Parcel; onClose: () => void; onCancelled: (() => void) | undefined }

function CancelDialog({ parcel, onClose, onCancelled }: DialogProps) {
  const text = useText(newParcelTexts)
  const sheet = useId()
  const form = useCancelling(parcel, onClose, onCancelled)
  const isCash = parcel.counter?.how === 'cash'
  const giveBack = { sum: formatKsh(parcel.deliveryFee), name: parcel.sender.name }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('cancel.title', { id: parcel.trackingId })}
      description={isCash ? text('cancel.giveBack', giveBack) : text('cancel.nothing')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {text('cancel.keep')}
          </Button>
          <SubmitButton form={form} sheet={sheet} variant="danger">
            {text('cancel.go')}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={sheet} label={text('cancel.go')}>
        <Chips
          label={text('cancel.usual')}
          choices={reasons.map((one) => text(`cancel.because.${one}`))}
          chosen={form.value('reason')}
          onChoose={(reason) => form.set('reason', reason)}
        />
        <TextField label={text('cancel.why')} autoComplete="off" maxLength={200} {...form.field('reason')} />
      </Form>
    </Dialog>
  )
}

function useCancelling({ _id: id }: Parcel, onClose: () => void, onCancelled: (() => void) | undefined) {
  const text = useText(newParcelTexts)
  const { mutateAsync } = useSubmission(api.counterParcels.void)
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: api.cash.key() })
    void refreshParcels()
  }
  return useForm({
    schema: voidForm,
    defaults: { reason: '' },
    failed: text('cancel.failed'),
    submit: async ({ reason }) => {
      const { trackingId, cashBack } = await mutateAsync({ id, reason }).finally(refresh)
      onClose()
      const back = cashBack > 0 ? text('cancel.back', { sum: formatKsh(cashBack) }) : undefined
      await alert(text('cancel.done', { id: trackingId }), back)
      onCancelled?.()
    },
  })
}
