import { api, calls, queryClient, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Dialog, DialogFoot, EmptyState, Loaded, Select } from '@tuma/kit/ui'
import { type FormEvent, useId, useState } from 'react'
import { ChooseUser } from '../../choose-user.tsx'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { type ChosenShop, hasShop, ShopFields } from './shop-fields.tsx'

const staff = ['agent', 'admin'] as const
type Role = (typeof staff)[number]

/** Gives a user a role and, for an agent, a shop in one step. */
export const AddAgent = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const sheet = useId()
  const shops = useQuery(api.locations.shops.queryOptions())
  const [userId, setUserId] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const [shop, setShop] = useState<ChosenShop>({ location: '', address: '' })
  const add = useAdd(onClose)
  const isWhole = userId !== '' && (role === 'admin' || hasShop(shops.data ?? [], shop))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isWhole && !add.isPending) add.mutate({ id: userId, role, shop: role === 'agent' ? shop : null })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('agents.add')}
      description={text('users.roleHint')}
      footer={
        <DialogFoot onCancel={onClose}>
          <Button type="submit" form={sheet} disabled={!isWhole} loading={add.isPending}>
            {text('agents.add')}
          </Button>
        </DialogFoot>
      }
    >
      <ChooseUser
        label={text('agents.who')}
        found={text('agents.clients')}
        ofRole="user"
        userId={userId}
        onChoose={({ _id }) => setUserId(_id)}
      />
      <Loaded query={shops} failed={text('locations.failed')} empty={<EmptyState title={text('locations.none')} />}>
        {(locations) => (
          <form id={sheet} className="mt-4 grid items-start gap-4 sm:grid-cols-2" onSubmit={submit}>
            <Select
              label={text('users.role')}
              placeholder={null}
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
              options={staff.map((value) => ({ value, label: text(`role.${value}`) }))}
            />
            {role === 'agent' ? <ShopFields locations={locations} chosen={shop} onChoose={setShop} /> : null}
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}

type Wanted = { readonly id: string; readonly role: Role; readonly shop: ChosenShop | null }

/** Sets the role first, because only an agent has a shop. If the shop fails, the list shows that and can edit it. */
const useAdd = (onDone: () => void) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  return useMutation({
    mutationFn: async ({ id, role, shop }: Wanted) => {
      const user = await calls.people.changeRole({ id, role })
      if (shop) await calls.people.assignShop({ id, ...shop })
      return user
    },
    onSuccess: ({ name, role }) => {
      toast.success(text('users.changed', { name, role: text(`role.${role}`) }))
      onDone()
    },
    onError: (error) => sayRefused(text('agents.notAdded'), error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.people.key() }),
  })
}
