import type { User } from '@tuma/contracts/api'
import { displayPhone, type Role } from '@tuma/contracts/vocabulary'
import { api, skipToken, useQuery, useText } from '@tuma/kit/runtime'
import { Loaded, RadioCards, SearchField } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from './texts.ts'

const shownUsers = 4

/** Accounts that match what is typed, the newest first. What is typed stays here: it may be somebody's name or phone. */
export const ChooseUser = (props: {
  label: string
  /** What those that were found are called. */
  found: string
  ofRole?: Role
  /** Nobody is shown before something is typed. */
  asked?: boolean
  userId: string
  onChoose: (user: User) => void
}) => {
  const { label, found, ofRole, asked = false, userId, onChoose } = props
  const text = useText(texts)
  const [search, setSearch] = useState('')
  const wanted = { limit: shownUsers, ...(ofRole ? { role: ofRole } : {}), ...(search ? { search } : {}) }
  const input = asked && search === '' ? skipToken : wanted
  const users = useQuery(api.people.users.queryOptions({ input }))
  const choose = (id: string): void => {
    const user = users.data?.find(({ _id }) => _id === id)
    if (!user) return
    if (asked) setSearch('')
    onChoose(user)
  }
  return (
    <>
      <SearchField label={label} hint={text('users.search')} value={search} onSearch={setSearch} />
      {input === skipToken ? null : (
        <Loaded query={users} failed={text('users.failed')} empty={<p className="t-hint">{text('users.none')}</p>}>
          {(rows) => (
            <RadioCards
              label={found}
              value={userId}
              onChange={(event) => choose(event.target.value)}
              options={rows.map((user) => ({ value: user._id, label: user.name, hint: contactOf(user) }))}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

const contactOf = ({ email, phone }: User): string => `${displayPhone(phone)} · ${email}`
