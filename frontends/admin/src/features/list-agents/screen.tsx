import type { User } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Pencil, Plus, Trash2 } from '@tuma/kit/icons'
import { Reach } from '@tuma/kit/parcels'
import { api, calls, queryClient, useQuery, useText } from '@tuma/kit/runtime'
import { Button, DataList, EmptyState, Loaded, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { Contact } from '../../contact.tsx'
import { useRemoval } from '../../removal.ts'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { AddAgent } from './add-agent.tsx'
import { EditShop } from './edit-shop.tsx'

export const Agents = () => {
  const text = useText(texts)
  const agents = useQuery(api.people.agents.queryOptions())
  const [edited, setEdited] = useState<User | null>(null)
  const [adding, setAdding] = useState(false)
  const remove = useRemove(agents.data ?? [])
  return (
    <>
      <PageHeader title={text('agents.title')} intro={text('agents.intro')}>
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {text('agents.add')}
        </Button>
      </PageHeader>
      {adding ? <AddAgent onClose={() => setAdding(false)} /> : null}
      {edited ? <EditShop agent={edited} onClose={() => setEdited(null)} /> : null}
      <Loaded query={agents} failed={text('agents.failed')} empty={<EmptyState title={text('agents.none')} />}>
        {(rows) => (
          <DataList
            label={text('agents.title')}
            look="pairs head"
            rows={rows}
            rowKey={(agent) => agent._id}
            columns={[
              { header: text('people.name'), primary: true, cell: ({ name }) => name },
              { header: text('people.contact'), name: 'long plain', cell: (agent) => <Contact of={agent} /> },
              { header: text('agents.location'), name: 'plain', cell: ({ location }) => location ?? <Unassigned /> },
              { header: text('agents.address'), name: 'plain', cell: ({ address }) => address ?? <Unassigned /> },
            ]}
            actions={(agent) => (
              <RowButtons>
                <Reach name={agent.name} phone={agent.phone} />
                <RowButton icon={Pencil} label={text('edit')} of={agent.name} onClick={() => setEdited(agent)} />
                <RowButton
                  danger
                  icon={Trash2}
                  label={text('delete')}
                  of={agent.name}
                  loading={remove.pending?.agent._id === agent._id}
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

/** The agent to delete, the cents of cash with them (null: not known), and whether they are the last agent of their shop. */
type Leaving = { readonly agent: User; readonly cents: number | null; readonly isLast: boolean }

const useRemove = (agents: readonly User[]) => {
  const text = useText(texts)
  const getCash = ({ cents }: Leaving): string => {
    if (cents === null) return text('agents.cashUnknown')
    return cents > 0 ? text('agents.cash', { amount: formatKsh(cents / 100) }) : ''
  }
  const toShop = ({ agent, isLast }: Leaving): string =>
    isLast ? text('agents.lastOfShop', { shop: `${agent.address}, ${agent.location}` }) : ''
  const removal = useRemoval<Leaving>({
    question: (leaving) => ({
      title: text('agents.sure', { name: leaving.agent.name }),
      text: [text('people.what'), getCash(leaving), toShop(leaving)].filter(Boolean).join(' '),
    }),
    remove: ({ agent: { _id: id } }) => calls.people.deleteAgent({ id }),
    done: text('agents.deleted'),
    failed: text('agents.notDeleted'),
    onGone: () => queryClient.invalidateQueries({ queryKey: api.people.key() }),
  })
  const ask = async (agent: User): Promise<void> => {
    const cents = await calls.books.drawer({ id: agent._id }).then(
      (drawer) => drawer.cents,
      () => null,
    )
    await removal.ask({ agent, cents, isLast: isLastAtShop(agent, agents) })
  }
  return { ...removal, ask }
}

const isLastAtShop = ({ _id, location, address }: User, agents: readonly User[]): boolean =>
  address !== null &&
  !agents.some((other) => other._id !== _id && other.location === location && other.address === address)
