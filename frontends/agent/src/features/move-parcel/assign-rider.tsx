import type { Delivery } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { alert, api, toast, useErrorText, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, EmptyState, Loaded, Select } from '@tuma/kit/ui'
import { type FormEvent, useId, useState } from 'react'
import { texts } from '../../texts.ts'
import { parcelMoved, refreshParcels } from './steps.ts'

export const AssignRider = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const { _id: id, revision } = delivery
  const say = useErrorText()
  const form = useId()
  const riders = useQuery(api.agent.riders.queryOptions())
  const [riderId, setRiderId] = useState(delivery.rider?._id ?? '')
  const [missing, setMissing] = useState(false)
  const assign = useMutation(
    api.agent.assignRider.mutationOptions({
      onSuccess: (moved) => {
        toast.success(text('rider.done'))
        onClose()
        return parcelMoved(moved)
      },
      onError: (error) => {
        void alert(text('rider.failed'), say(error, ''))
        if (error.code === 'stale') onClose()
        return refreshParcels()
      },
    }),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(!riderId)
    if (riderId && !assign.isPending) assign.mutate({ id, revision, riderId })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('rider.title')}
      footer={
        <Button type="submit" form={form} loading={assign.isPending}>
          {text('rider.assign')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Loaded query={riders} failed={text('rider.failedToFetch')} empty={<EmptyState title={text('rider.none')} />}>
          {(rows) => (
            <Select
              label={text('rider.label')}
              value={riderId}
              error={missing ? text('rider.missing') : undefined}
              onChange={(event) => setRiderId(event.target.value)}
              options={rows.map((rider) => ({
                value: rider._id,
                label: `${rider.name}, ${displayPhone(rider.phone)}`,
              }))}
            />
          )}
        </Loaded>
      </form>
    </Dialog>
  )
}
