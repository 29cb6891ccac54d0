import { collectionForm, type Delivery } from '@tuma/contracts/api'
import { maxAlso } from '@tuma/contracts/vocabulary'
import { api, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, Form, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { useNewCode } from './new-code.tsx'
import { Said, useAbout, useSayMoved } from './say-moved.tsx'
import type { AskFor } from './step-dialogs.tsx'
import { parcelMoved, refreshParcels } from './steps.ts'
import { WithoutCode } from './without-code.tsx'
import { isLocked, isOfCode, useSayOfCode } from './wrong-code.ts'

/** A parcel at a door has a button of its own that confirms the receipt. */
const mayGoWithout = ({ nextStep, leg }: Delivery): boolean =>
  nextStep?.step === 'assignPicker' || (nextStep?.step === 'confirmReceipt' && leg === 'back')

type HandOverProps = { delivery: Delivery; onClose: () => void; askFor: AskFor }

/** The collector gives the code from the receiver's SMS. Other parcels that wait here for the same phone can go with it. */
export const HandOver = ({ delivery, onClose, askFor }: HandOverProps) => {
  const text = useText(texts)
  const about = useAbout()
  const sayMoved = useSayMoved()
  const sayOfCode = useSayOfCode()
  const sheet = useRef<HTMLDivElement>(null)
  const [locked, setLocked] = useState(false)
  const { _id: id, revision } = delivery
  const others = useOthers(delivery)
  const [left, setLeft] = useState<readonly string[]>([])
  const going = others.filter((one) => !left.includes(one._id))
  const collect = useMutation(api.collecting.collect.mutationOptions({ onError: refreshParcels }))
  const form = useForm({
    schema: collectionForm,
    defaults: { code: '' },
    failed: text('step.failed'),
    submit: async ({ code }) => {
      const also = going.map((one) => one._id)
      const answer = await collect.mutateAsync({ id, revision, code, also }).catch(refused)
      if (!answer) return
      const { others: outcomes, ...row } = answer
      sayMoved(row)
      for (const { id: other, outcome } of outcomes) {
        const known = going.find((one) => one._id === other)
        if (!known) continue
        if (outcome === 'collected') sayMoved({ ...known, status: 'collected' })
        else toast.error(<Said trackingId={known.trackingId}>{text('handOver.stays')}</Said>)
      }
      onClose()
      await parcelMoved(row)
    },
  })
  const refused = (error: unknown): null => {
    if (!isOfCode(error)) throw error
    setLocked(isLocked(error))
    form.setError('code', sayOfCode(error, text('step.failed')))
    return null
  }
  /** What was said of the old code is over, and so is the old code. */
  const begun = (): void => {
    setLocked(false)
    form.reset()
    sheet.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus()
  }
  return (
    <Dialog open onClose={onClose} title={text('handOver.title')} description={about(delivery)}>
      <div ref={sheet} className="flex flex-col gap-3">
        <Form form={form} label={text('handOver.title')}>
          <TextField
            label={text('handOver.code')}
            hint={text(delivery.leg === 'back' ? 'handOver.hintBack' : 'handOver.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            data-first
            {...form.field('code')}
          />
          {others.length > 0 ? <Others {...{ others, left, setLeft }} /> : null}
          <SubmitButton form={form} wide variant={locked ? 'secondary' : 'primary'}>
            {text(going.length > 0 ? 'handOver.all' : 'handOver.go', { count: String(going.length + 1) })}
          </SubmitButton>
        </Form>
        <NewCode delivery={delivery} urgent={locked} onSent={begun} />
        {mayGoWithout(delivery) ? <WithoutCode {...{ delivery, onClose, askFor }} /> : null}
      </div>
    </Dialog>
  )
}

type Choosing = {
  readonly others: readonly Delivery[]
  readonly left: readonly string[]
  readonly setLeft: (left: readonly string[]) => void
}

const Others = ({ others, left, setLeft }: Choosing) => {
  const text = useText(texts)
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-semibold">{text('handOver.also')}</legend>
      {others.map(({ _id, trackingId }) => (
        <label key={_id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-6"
            checked={!left.includes(_id)}
            onChange={({ target }) => setLeft(target.checked ? left.filter((one) => one !== _id) : [...left, _id])}
          />
          <span className="font-mono">{trackingId}</span>
        </label>
      ))}
    </fieldset>
  )
}

type NewCodeProps = { delivery: Delivery; urgent: boolean; onSent: () => void }

const NewCode = ({ delivery, urgent, onSent }: NewCodeProps) => {
  const text = useText(texts)
  const { send, isPending, sent } = useNewCode(delivery, onSent)
  return (
    <>
      <p role="status" className="t-hint empty:-mt-3">
        {sent}
      </p>
      {sent ? null : (
        <Button variant={urgent ? 'primary' : 'quiet'} wide loading={isPending} onClick={send}>
          {text('handOver.newCode')}
        </Button>
      )}
    </>
  )
}

/** What waits at this shop for the same phone, and may go: ten at most with one code. A rider's parcel goes alone. */
const useOthers = ({ _id, deliveryType, leg, receiver: { phone } }: Delivery): readonly Delivery[] => {
  const enabled = deliveryType === 'parcelDukani' && leg !== 'back'
  const found = useQuery(api.counter.find.queryOptions({ input: { search: phone, limit: 50 }, enabled }))
  const others = (found.data ?? []).filter(
    (one) =>
      one._id !== _id &&
      one.receiver.phone === phone &&
      one.status === 'delivered' &&
      one.nextStep?.step === 'assignPicker' &&
      one.nextStep.mine &&
      !one.nextStep.heldBy,
  )
  return others.slice(0, maxAlso)
}
