import type { User } from '@tuma/contracts/api'
import {
  alert,
  api,
  kitTexts,
  queryClient,
  toast,
  useErrorText,
  useMutation,
  useQuery,
  useText,
} from '@tuma/kit/runtime'
import { Button, Dialog, EmptyState, Loaded, Select } from '@tuma/kit/ui'
import { type FormEvent, useId, useState } from 'react'
import { texts } from '../../texts.ts'

/** Gives an agent a shop: one of the locations there are, and one of its pickup points. */
export const EditShop = ({ agent, onClose }: { agent: User; onClose: () => void }) => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  const form = useId()
  const shops = useQuery(api.locations.shops.queryOptions())
  const [location, setLocation] = useState(agent.location ?? '')
  const [address, setAddress] = useState(agent.address ?? '')
  const assign = useAssign(onClose)
  const points = shops.data?.find(({ locationName }) => locationName === location)?.pickupPoints ?? []
  const unchanged = location === agent.location && address === agent.address
  const disabled = unchanged || !points.includes(address) || assign.isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!disabled) assign.mutate({ id: agent._id, location, address })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('agents.edit')}
      description={text('agents.editing', { name: agent.name })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {kitText('cancel')}
          </Button>
          <Button type="submit" form={form} disabled={disabled} aria-busy={assign.isPending || undefined}>
            {text(assign.isPending ? 'updating' : 'update')}
          </Button>
        </>
      }
    >
      <Loaded query={shops} failed={text('locations.failed')} empty={<EmptyState title={text('locations.none')} />}>
        {(locations) => (
          <form id={form} className="grid gap-4" onSubmit={submit}>
            <Select
              label={text('agents.location')}
              value={location}
              onChange={(event) => {
                setLocation(event.target.value)
                setAddress('')
              }}
              options={locations.map(({ locationName }) => ({ value: locationName, label: locationName }))}
            />
            <Select
              label={text('agents.address')}
              placeholder={points.length === 0 ? text('agents.locationFirst') : undefined}
              disabled={points.length === 0}
              value={points.includes(address) ? address : ''}
              onChange={(event) => setAddress(event.target.value)}
              options={points.map((point) => ({ value: point, label: point }))}
            />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}

const useAssign = (onDone: () => void) => {
  const text = useText(texts)
  const say = useErrorText()
  return useMutation(
    api.people.assignShop.mutationOptions({
      onSuccess: () => {
        toast.success(text('agents.updated'))
        onDone()
        return queryClient.invalidateQueries({ queryKey: api.people.key() })
      },
      onError: (error) => void alert(text('agents.notUpdated'), say(error, '')),
    }),
  )
}
