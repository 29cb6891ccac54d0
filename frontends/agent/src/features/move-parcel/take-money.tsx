import { codeIfKnown, type Delivery, type Taken, tillReceipt } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Ban, Banknote, ReceiptText, Smartphone } from '@tuma/kit/icons'
import { api, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, Form, Notice, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { ReceiptFields } from '../../receipt-fields.tsx'
import { texts } from '../../texts.ts'
import { AskPhone } from './ask-phone.tsx'
import { useAskedPrompt } from './asked-prompt.ts'
import { getDue } from './due.ts'
import { Said, useAbout, useSayMoved } from './say-moved.tsx'
import { parcelMoved, refreshParcels } from './steps.ts'
import { useSayOfCode } from './wrong-code.ts'

type Way = 'prompt' | 'till' | 'cash'
const openStates = ['asked', 'sent', 'unknown'] as const
type Deliver = (taken: Taken) => Promise<unknown>

/** Before a parcel is out of hand it is said how what is due was paid: then it is delivered, and there is no way back. */
export const TakeMoney = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const about = useAbout()
  const request = useAskedPrompt(delivery._id)
  const [chosen, setChosen] = useState<Way | 'none' | null>(null)
  // What is on a phone, or was paid there, comes before every other way: it would be paid twice.
  const way = chosen === 'none' ? null : (chosen ?? (request.asked ? 'prompt' : null))
  const isPaid = request.prompt?.state === 'paid'
  const isOpen = openStates.some((state) => state === request.prompt?.state)
  const code = useForm({ schema: codeIfKnown, defaults: { code: '' }, submit: () => undefined })
  const { underWay, problem, forgive, ...delivering } = useDelivering(delivery, onClose)
  const deliver: Deliver = (taken) => code.whenWhole(() => delivering.deliver(taken, code.value('code').trim()))
  const sum = formatKsh(getDue(delivery))
  const choose = (next: Way | null) => {
    forgive()
    setChosen(next ?? 'none')
  }
  return (
    <Dialog open onClose={onClose} title={text('money.due', { sum })} description={about(delivery)}>
      <div className="flex flex-col gap-3">
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <TextField
          optional
          label={text('handOver.code')}
          hint={text('money.codeHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          {...code.field('code')}
        />
        {way !== 'prompt' && isOpen ? <Notice tone="warning">{text('money.stillAsking')}</Notice> : null}
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
            request={request}
            underWay={underWay}
            onPaid={(promptId) => void deliver({ how: 'prompt', promptId })}
            onReceipt={() => choose('till')}
          />
        ) : null}
        {way === null || (isPaid && way === 'prompt' && problem === '') ? null : (
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
  const form = useForm({
    schema: tillReceipt,
    defaults: { receipt: '', payer: '' },
    submit: (typed) => deliver({ how: 'till', ...typed }),
  })
  return (
    <Form form={form} label={text('money.toTill')}>
      <ReceiptFields form={form} />
      <SubmitButton form={form} wide>
        {text('money.paidToTill')}
      </SubmitButton>
    </Form>
  )
}

const useDelivering = (delivery: Delivery, onClose: () => void) => {
  const text = useText(texts)
  const say = useSayOfCode()
  const sayMoved = useSayMoved()
  const [problem, setProblem] = useState('')
  const { _id: id, revision, trackingId } = delivery
  const told = {
    onSuccess: (row: Delivery) => {
      if (row.status === delivery.status) toast.success(<Said trackingId={trackingId}>{text('money.waits')}</Said>)
      else sayMoved(row)
      onClose()
      return parcelMoved(row)
    },
    onError: (error: unknown) => {
      setProblem(say(error, text('step.failed')))
      return refreshParcels()
    },
  }
  const mark = useMutation(api.agent.markDelivered.mutationOptions(told))
  const collect = useMutation(api.collecting.collect.mutationOptions(told))
  /** With its code it is in its receiver's hands as well; who has not paid has it in none. */
  const deliver = async (taken: Taken, code: string) => {
    setProblem('')
    const sent =
      code === '' || taken.how === 'not_paid'
        ? mark.mutateAsync({ id, revision, status: 'delivered', taken })
        : collect.mutateAsync({ id, revision, code, also: [], taken })
    await sent.catch(() => undefined)
  }
  return { deliver, underWay: mark.isPending || collect.isPending, problem, forgive: () => setProblem('') }
}
