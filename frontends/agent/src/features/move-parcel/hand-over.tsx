import { collectionForm, type Delivery } from '@tuma/contracts/api'
import { api, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, Form, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { useNewCode } from './new-code.tsx'
import { Said, useAbout, useSayMoved } from './say-moved.tsx'
import { parcelMoved, refreshParcels } from './steps.ts'

/** Whoever comes for it says the code of the receiver's SMS; what else waits here for the same phone goes with it. */
export const HandOver = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const about = useAbout()
  const sayMoved = useSayMoved()
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
      const { others: outcomes, ...row } = await collect.mutateAsync({
        id,
        revision,
        code,
        also: going.map((one) => one._id),
      })
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
  return (
    <Dialog open onClose={onClose} title={text('handOver.title')} description={about(delivery)}>
      <div className="flex flex-col gap-3">
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
          <SubmitButton form={form} wide>
            {text(going.length > 0 ? 'handOver.all' : 'handOver.go', { count: String(going.length + 1) })}
          </SubmitButton>
        </Form>
        <NewCode delivery={delivery} />
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

const NewCode = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const { send, isPending, sent } = useNewCode(delivery)
  return (
    <Button variant="quiet" loading={isPending} disabled={sent !== null} onClick={send}>
      {sent ?? text('handOver.newCode')}
    </Button>
  )
}

/** What waits at this shop for the same phone, and may go. A rider's parcel goes alone. */
const useOthers = ({ _id, deliveryType, leg, receiver: { phone } }: Delivery): readonly Delivery[] => {
  const enabled = deliveryType === 'parcelDukani' && leg !== 'back'
  const found = useQuery(api.counter.find.queryOptions({ input: { search: phone, limit: 50 }, enabled }))
  return (found.data ?? []).filter(
    (one) =>
      one._id !== _id &&
      one.receiver.phone === phone &&
      one.status === 'delivered' &&
      one.nextStep?.step === 'assignPicker' &&
      one.nextStep.mine &&
      !one.nextStep.heldBy,
  )
}
