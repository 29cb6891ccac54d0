import type { User } from '@tuma/contracts/api'
import { roles } from '@tuma/contracts/vocabulary'
import { BadgeCheck, LogOut, Pencil, ShieldOff, Trash2 } from '@tuma/kit/icons'
import { api, usePages, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { Button, DataList, DateTime, PageHeader, SearchField, Select } from '@tuma/kit/ui'
import { useState } from 'react'
import { oneOf, useAddress } from '../../address.ts'
import { ChangeOne } from '../../change-one.tsx'
import { Contact } from '../../contact.tsx'
import { FileLink } from '../../file-link.tsx'
import { OfficeFilters } from '../../office-filters.tsx'
import { Paged } from '../../paged.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { useChangeRole, useEndSessions, useRemove, useTakeSecondFactor, useVerify } from './changes.ts'
import { ErasePhone } from './erase-phone.tsx'

const sorts = ['name', 'points', 'recent'] as const

export const Users = () => {
  const text = useText(texts)
  const { address, put, search, putSearch } = useAddress()
  const role = oneOf(roles, address.get('role'))
  const sort = oneOf(sorts, address.get('sort')) ?? 'recent'
  const [erasing, setErasing] = useState(false)
  return (
    <>
      <PageHeader title={text('users.title')} intro={text('users.intro')}>
        <FileLink of="/api/admin/users.csv" filters={{ search, role }} />
        <Button variant="secondary" icon={Trash2} onClick={() => setErasing(true)}>
          {text('erase.open')}
        </Button>
      </PageHeader>
      {erasing ? <ErasePhone onClose={() => setErasing(false)} /> : null}
      <OfficeFilters
        search={<SearchField label={text('users.search')} value={search ?? ''} onSearch={putSearch} />}
        chosen={[role, address.get('sort') ?? undefined].filter((one) => one !== undefined).length}
      >
        <Select
          label={text('users.role')}
          placeholder={text('users.anyRole')}
          value={role ?? ''}
          onChange={(event) => put('role', event.target.value)}
          options={roles.map((value) => ({ value, label: text(`role.${value}`) }))}
          aria-required={false}
        />
        <Select
          label={text('users.sort')}
          placeholder={null}
          value={sort}
          onChange={(event) => put('sort', event.target.value)}
          options={sorts.map((value) => ({ value, label: text(`users.sort.${value}`) }))}
          aria-required={false}
        />
      </OfficeFilters>
      <Found input={{ search, role, sort }} />
    </>
  )
}

type Wanted = Parameters<typeof usePages<Parameters<typeof api.people.users.call>[0], User>>[1]

const Found = ({ input }: { input: Wanted }) => {
  const text = useText(texts)
  const pages = usePages(api.people.users, input)
  const [edited, setEdited] = useState<User | null>(null)
  const change = useChangeRole(() => setEdited(null))
  const remove = useRemove()
  const verify = useVerify()
  const take = useTakeSecondFactor()
  const end = useEndSessions()
  const { _id: ownId } = useUser()
  const endSessions = (user: User): void => {
    setEdited(null)
    void end.ask(user)
  }
  return (
    <>
      {edited ? (
        <ChangeOne
          title={text('users.changeRole')}
          description={text('users.changing', { name: edited.name })}
          label={text('users.role')}
          hint={text('users.roleHint')}
          current={edited.role}
          options={roles.map((value) => ({ value, label: text(`role.${value}`) }))}
          pending={change.isPending}
          onChange={(role) => change.mutate({ id: edited._id, role })}
          onClose={() => setEdited(null)}
        >
          {edited._id === ownId ? null : (
            <Button variant="quiet" icon={LogOut} className="mt-4" onClick={() => endSessions(edited)}>
              {text('users.endSessions')}
            </Button>
          )}
        </ChangeOne>
      ) : null}
      <Paged pages={pages} failed={text('users.failed')} none={text('users.none')}>
        {(rows) => (
          <DataList
            label={text('users.title')}
            look="pairs head"
            rows={rows}
            rowKey={(user) => user._id}
            columns={[
              { header: text('people.name'), primary: true, cell: (user) => <Person user={user} /> },
              { header: text('people.contact'), name: 'long plain', cell: (user) => <Contact of={user} /> },
              {
                header: text('users.role'),
                name: 'short plain',
                cell: ({ role }) => <span className="whitespace-nowrap">{text(`role.${role}`)}</span>,
              },
              { header: text('users.points'), name: 'short', cell: ({ points }) => points, align: 'end' },
              {
                header: text('users.since'),
                name: 'short',
                cell: ({ createdAt }) => <DateTime at={createdAt} dayOnly />,
              },
            ]}
            actions={(user) => <Actions of={user} {...{ remove, verify, take }} onEdit={() => setEdited(user)} />}
          />
        )}
      </Paged>
    </>
  )
}

const Actions = (props: {
  of: User
  remove: ReturnType<typeof useRemove>
  verify: ReturnType<typeof useVerify>
  take: ReturnType<typeof useTakeSecondFactor>
  onEdit: () => void
}) => {
  const text = useText(texts)
  const { of: user, remove, verify, take, onEdit } = props
  const { _id: id, name: of } = user
  const { _id: ownId } = useUser()
  const { data: { warnings } = { warnings: [] } } = useQuery(api.operations.startWarnings.queryOptions())
  const mayVerify = !user.isVerified && warnings.includes('emails_stay')
  const verifying = verify.isPending && verify.variables.id === id
  const taken = { loading: take.pending === id, onClick: () => void take.ask(user) }
  const removed = { loading: remove.pending?._id === id, onClick: () => void remove.ask(user) }
  return (
    <RowButtons>
      {mayVerify ? (
        <RowButton
          icon={BadgeCheck}
          label={text('users.verify')}
          of={of}
          loading={verifying}
          onClick={() => verify.mutate({ id })}
        />
      ) : null}
      {user.secondFactor && id !== ownId ? (
        <RowButton icon={ShieldOff} label={text('users.takeIt')} of={of} {...taken} />
      ) : null}
      <RowButton icon={Pencil} label={text('users.changeRole')} of={of} onClick={onEdit} />
      <RowButton danger icon={Trash2} label={text('delete')} of={of} {...removed} />
    </RowButtons>
  )
}

const Person = ({ user: { name, username, isVerified } }: { user: User }) => {
  const text = useText(texts)
  return (
    <>
      {name}
      <span className="block text-xs font-normal text-ink-soft">@{username}</span>
      {isVerified ? null : <span className="block text-xs font-normal text-ink-soft">{text('users.unverified')}</span>}
    </>
  )
}
