import type { User } from '@tuma/contracts/api'
import { Pencil, Trash2 } from '@tuma/kit/icons'
import {
  alert,
  api,
  confirm,
  queryClient,
  toast,
  useErrorText,
  useMutation,
  useQuery,
  useText,
} from '@tuma/kit/runtime'
import { DataList, EmptyState, Loaded, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { Contact } from '../../contact.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { EditShop } from './edit-shop.tsx'

export const Agents = () => {
  const text = useText(texts)
  const agents = useQuery(api.people.agents.queryOptions())
  const [edited, setEdited] = useState<User | null>(null)
  const remove = useRemove()
  return (
    <>
      <PageHeader title={text('agents.title')} intro={text('agents.intro')} />
      {edited ? <EditShop agent={edited} onClose={() => setEdited(null)} /> : null}
      <Loaded query={agents} failed={text('agents.failed')} empty={<EmptyState title={text('agents.none')} />}>
        {(rows) => (
          <DataList
            label={text('agents.title')}
            rows={rows}
            rowKey={(agent) => agent._id}
            columns={[
              { header: text('people.name'), primary: true, cell: ({ name }) => name },
              { header: text('people.contact'), cell: (agent) => <Contact of={agent} /> },
              { header: text('agents.location'), cell: ({ location }) => location ?? <Unassigned /> },
              { header: text('agents.address'), cell: ({ address }) => address ?? <Unassigned /> },
            ]}
            actions={(agent) => (
              <RowButtons>
                <RowButton icon={Pencil} label={text('edit')} onClick={() => setEdited(agent)} />
                <RowButton
                  danger
                  icon={Trash2}
                  label={text('delete')}
                  loading={remove.pendingId === agent._id}
                  onClick={() => void remove.ask(agent)}
                />
              </RowButtons>
            )}
          />
        )}
      </Loaded>
    </>
  )
}

const Unassigned = () => <span className="text-ink-soft">{useText(texts)('agents.unassigned')}</span>

const useRemove = () => {
  const text = useText(texts)
  const say = useErrorText()
  const remove = useMutation(
    api.people.deleteAgent.mutationOptions({
      onSuccess: () => {
        toast.success(text('agents.deleted'))
        return queryClient.invalidateQueries({ queryKey: api.people.key() })
      },
      onError: (error) => void alert(text('agents.notDeleted'), say(error, '')),
    }),
  )
  const ask = async ({ _id: id, name }: User): Promise<void> => {
    if (remove.isPending) return
    const question = { title: text('agents.sure', { name }), text: text('people.what'), yes: text('delete') }
    if (await confirm({ ...question, danger: true })) remove.mutate({ id })
  }
  return { ask, pendingId: remove.isPending ? remove.variables.id : undefined }
}
