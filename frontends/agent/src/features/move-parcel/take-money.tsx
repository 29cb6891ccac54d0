import { type Delivery, type Taken, tillReceipt } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Ban, Banknote, ReceiptText, Smartphone } from '@tuma/kit/icons'
import { api, toast, useErrorText, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, Form, Notice, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { AskPhone } from './ask-phone.tsx'
import { dueOf } from './due.ts'
import { Said, useAbout, useSayMoved } from './say-moved.tsx'
import { parcelMoved, refreshParcels } from './steps.ts'

type Way = 'prompt' | 'till' | 'cash'
type Deliver = (taken: Taken) => Promise<unknown>

/** Before a parcel is out of hand it is said how what is due was paid: then it is delivered, and there is no way back. */
export const TakeMoney = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const about = useAbout()
  const [way, setWay] = useState<Way | null>(null)
  const { deliver, underWay, problem, forgive } = useDelivering(delivery, onClose)
  const sum = formatKsh(dueOf(delivery))
  const choose = (next: Way | null) => {
    forgive()
    setWay(next)
  }
  return (
    <Dialog open onClose={onClose} title={text('money.due', { sum })} description={about(delivery)}>
      <div className="flex flex-col gap-3">
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        {way === null ? <Ways onChoose={choose} deliver={deliver} underWay={underWay} /> : null}
        {way === 'cash' ? (
          <Button wide data-first loading={underWay} onClick={() => void deliver({ how: 'cash' })}>
            {text('money.inHand', { sum })}
          </Button>
        ) : null}
        {way === 'till' ? <ToTill deliver={deliver} /> : null}
        {way === 'prompt' ? (
          <AskPhone
            delivery={delivery}
            underWay={underWay}
            onPaid={(promptId) => void deliver({ how: 'prompt', promptId })}
            onReceipt={() => choose('till')}
          />
        ) : null}
        {way === null ? null : (
          <Button variant="quiet" onClick={() => choose(null)}>
            {text('money.otherwise')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const Ways = ({
  onChoose,
  deliver,
  underWay,
}: {
  onChoose: (way: Way) => void
  deliver: Deliver
  underWay: boolean
}) => {
  const text = useText(texts)
  const contact = useQuery(api.locations.contact.queryOptions())
  return (
    <>
      {contact.data?.prompts ? (
        <Button wide variant="secondary" icon={Smartphone} onClick={() => onChoose('prompt')}>
          {text('money.byPrompt')}
        </Button>
      ) : null}
      <Button wide variant="secondary" icon={ReceiptText} onClick={() => onChoose('till')}>
        {text('money.toTill')}
      </Button>
      <Button wide variant="secondary" icon={Banknote} data-first onClick={() => onChoose('cash')}>
        {text('money.cash')}
      </Button>
      <Button wide variant="quiet" icon={Ban} loading={underWay} onClick={() => void deliver({ how: 'not_paid' })}>
        {text('money.notPaid')}
      </Button>
    </>
  )
}

/** The payer shows their message; a customer's who waits with theirs is none of this parcel's. */
const ToTill = ({ deliver }: { deliver: Deliver }) => {
  const text = useText(texts)
  const contact = useQuery(api.locations.contact.queryOptions())
  const number = contact.data?.till?.number
  const form = useForm({
    schema: tillReceipt,
    defaults: { receipt: '', payer: '' },
    submit: (typed) => deliver({ how: 'till', ...typed }),
  })
  return (
    <Form form={form} label={text('money.toTill')}>
      {number ? <p>{text('money.till', { number })}</p> : null}
      <TextField
        label={text('money.receipt')}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.field('receipt')}
      />
      <TextField
        label={text('money.payer')}
        hint={text('money.payerHint')}
        autoComplete="off"
        {...form.field('payer')}
      />
      <SubmitButton form={form} wide>
        {text('money.paidToTill')}
      </SubmitButton>
    </Form>
  )
}

const useDelivering = (delivery: Delivery, onClose: () => void) => {
  const text = useText(texts)
  const say = useErrorText()
  const sayMoved = useSayMoved()
  const [problem, setProblem] = useState('')
  const { _id: id, revision, trackingId } = delivery
  const { mutateAsync, isPending } = useMutation(
    api.agent.markDelivered.mutationOptions({
      onSuccess: (row) => {
        if (row.status === delivery.status) toast.success(<Said trackingId={trackingId}>{text('money.waits')}</Said>)
        else sayMoved(row)
        onClose()
        return parcelMoved(row)
      },
      onError: (error) => {
        setProblem(say(error, text('step.failed')))
        return refreshParcels()
      },
    }),
  )
  const deliver: Deliver = async (taken) => {
    setProblem('')
    await mutateAsync({ id, revision, status: 'delivered', taken }).catch(() => undefined)
  }
  return { deliver, underWay: isPending, problem, forgive: () => setProblem('') }
}
