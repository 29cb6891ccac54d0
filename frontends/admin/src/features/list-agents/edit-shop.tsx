import type { User } from '@tuma/contracts/api'
import { api, queryClient, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, DialogFoot, EmptyState, Loaded } from '@tuma/kit/ui'
import { type FormEvent, useId, useState } from 'react'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { hasShop, ShopFields } from './shop-fields.tsx'

/** Gives an agent a shop: a location, and one of its pickup points. */
export const EditShop = ({ agent, onClose }: { agent: User; onClose: () => void }) => {
  const text = useText(texts)
  const form = useId()
  const shops = useQuery(api.locations.shops.queryOptions())
  const [chosen, setChosen] = useState({ location: agent.location ?? '', address: agent.address ?? '' })
  const assign = useAssign(onClose)
  const unchanged = chosen.location === agent.location && chosen.address === agent.address
  const disabled = unchanged || !hasShop(shops.data ?? [], chosen) || assign.isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!disabled) assign.mutate({ id: agent._id, ...chosen })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('agents.edit')}
      description={text('agents.editing', { name: agent.name })}
      footer={
        <DialogFoot onCancel={onClose}>
          <Button type="submit" form={form} disabled={disabled} aria-busy={assign.isPending || undefined}>
            {text(assign.isPending ? 'updating' : 'update')}
          </Button>
        </DialogFoot>
      }
    >
      <Loaded query={shops} failed={text('locations.failed')} empty={<EmptyState title={text('locations.none')} />}>
        {(locations) => (
          <form id={form} className="grid gap-4" onSubmit={submit}>
            <ShopFields locations={locations} chosen={chosen} onChoose={setChosen} />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}

const useAssign = (onDone: () => void) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  return useMutation(
    api.people.assignShop.mutationOptions({
      onSuccess: () => {
        toast.success(text('agents.updated'))
        onDone()
        return queryClient.invalidateQueries({ queryKey: api.people.key() })
      },
      onError: (error) => sayRefused(text('agents.notUpdated'), error),
    }),
  )
}
