import { shillings } from '@tuma/contracts/api'
import { formatKsh, maxShillings, type Shillings } from '@tuma/contracts/vocabulary'
import { Banknote } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Dialog, Form, MoneyField, Notice, SubmitButton, useForm } from '@tuma/kit/ui'
import { type MouseEvent, useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { ByPrompt, ToTill } from './by-mpesa.tsx'
import { type Destination, useDestinationWords } from './destinations.ts'
import type { NewParcelState, Refused } from './use-new-parcel.ts'

/** How this parcel is paid: one press more books it. Only a door's receiver can pay. */
export function PaySheet({ state, destination }: { state: NewParcelState; destination: Destination }) {
  const text = useText(newParcelTexts)
  const { label } = useDestinationWords()
  const { form, refused, book, paying, closePay } = state
  const guard = useDoublePressGuard()
  const { sender, receiver } = form.values()
  const sum = formatKsh(destination.price)
  const about = { sender: sender.name, receiver: receiver.name, destination: label(destination) }
  return (
    <Dialog open onClose={closePay} title={text('pay.take', { sum })} description={text('pay.about', about)}>
      <div className="flex flex-col gap-4" onClickCapture={guard}>
        <Refusal refused={refused} fee={destination.price} />
        <ByPrompt state={state} />
        <Button wide data-first icon={Banknote} loading={paying === 'cash'} onClick={() => book({ how: 'cash' })}>
          {text('pay.cash')}
        </Button>
        <ToTill pending={paying === 'till'} onPay={(typed) => book({ how: 'till', ...typed })} payer={sender.phone} />
        {destination.kind === 'door' ? <ReceiverPays state={state} fee={destination.price} /> : null}
      </div>
    </Dialog>
  )
}

const Refusal = ({ refused, fee }: { refused: Refused | null; fee: Shillings }) => {
  const text = useText(newParcelTexts)
  if (refused === null) return null
  return (
    <Notice tone="danger">
      {refused.why === 'sentence' ? refused.sentence : text('pay.feeChanged', { sum: formatKsh(fee) })}
    </Notice>
  )
}

const doublePressMs = 350

/** The second press of a double one on the button below would book the parcel before the sheet is read. */
const useDoublePressGuard = (): ((event: MouseEvent) => void) => {
  const [openedAt] = useState(() => performance.now())
  return (event) => {
    if (event.detail > 1 && performance.now() - openedAt < doublePressMs) event.stopPropagation()
  }
}

const product = z.object({ productPrice: shillings('Product price') })

function ReceiverPays({ state: { book, paying }, fee }: { state: NewParcelState; fee: Shillings }) {
  const text = useText(newParcelTexts)
  const form = useForm({
    schema: product,
    defaults: { productPrice: 0 },
    submit: ({ productPrice }) => book({ how: 'on_delivery', productPrice }),
  })
  const typed = form.value('productPrice')
  const total = fee + (Number.isInteger(typed) && typed > 0 && typed <= maxShillings ? typed : 0)
  return (
    <Form form={form} label={text('pay.onDelivery')}>
      <MoneyField
        label={text('pay.product')}
        hint={text('pay.productHint')}
        enterKeyHint="done"
        {...form.field('productPrice', { number: true })}
      />
      <SubmitButton form={form} variant="secondary" wide loading={paying === 'on_delivery'}>
        {text('pay.receiver', { sum: formatKsh(total) })}
      </SubmitButton>
    </Form>
  )
}
