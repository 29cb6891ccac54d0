import type { User } from '@tuma/contracts/api'
import { displayPhone, type Role } from '@tuma/contracts/vocabulary'
import { api, keepPreviousData, skipToken, useQuery, useText } from '@tuma/kit/runtime'
import { Loaded, RadioCards, SearchField } from '@tuma/kit/ui'
import { useRef, useState } from 'react'
import { texts } from './texts.ts'

const shownUsers = 4
/** On a touch screen, the click arrives a little after the finger is lifted. */
const pressMs = 400

/** Accounts that match the search, the newest first. The search is not in the address: it can be a name or a phone. */
export const ChooseUser = (props: {
  label: string
  /** The label of the list of results. */
  found: string
  ofRole?: Role
  /** Shows no accounts before the user types a search. */
  asked?: boolean
  userId: string
  onChoose: (user: User) => void
}) => {
  const { label, ofRole, asked = false, userId, onChoose } = props
  const text = useText(texts)
  const [search, setSearch] = useState('')
  const wanted = { limit: shownUsers, ...(ofRole ? { role: ofRole } : {}), ...(search ? { search } : {}) }
  const input = asked && search === '' ? skipToken : wanted
  const users = useQuery(api.people.users.queryOptions({ input, placeholderData: keepPreviousData }))
  const { rows, hold } = useSteadyRows(users.data)
  const [chosen, setChosen] = useState<User | null>(null)
  const choose = (id: string): void => {
    const user = [chosen, ...(rows ?? [])].find((one) => one?._id === id)
    if (!user) return
    if (asked) setSearch('')
    setChosen(user)
    onChoose(user)
  }
  // The chosen account stays visible during the next search.
  const isHidden = chosen?._id === userId && rows?.every(({ _id }) => _id !== userId)
  const shown = rows && isHidden && chosen ? [chosen, ...rows] : rows
  return (
    <>
      <SearchField data-first label={label} hint={text('users.search')} value={search} onSearch={setSearch} />
      {input === skipToken ? null : (
        <Loaded
          query={{ ...users, data: shown }}
          failed={text('users.failed')}
          empty={<p className="t-hint">{text('users.none')}</p>}
        >
          {(found) => (
            <div onPointerDown={hold}>
              <RadioCards
                label={props.found}
                value={userId}
                onChange={(event) => choose(event.target.value)}
                options={found.map((user) => ({ value: user._id, label: user.name, hint: getContact(user) }))}
              />
            </div>
          )}
        </Loaded>
      )}
    </>
  )
}

/** Keeps the rows in place during a press, so that it chooses the row under the finger when it came down. */
const useSteadyRows = (latest: readonly User[] | undefined) => {
  const [held, setHeld] = useState<readonly User[] | null>(null)
  const letGo = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hold = (): void => {
    clearTimeout(letGo.current)
    setHeld(latest ?? null)
    const lifted = (): void => {
      letGo.current = setTimeout(() => setHeld(null), pressMs)
    }
    addEventListener('pointerup', lifted, { once: true })
    addEventListener('pointercancel', lifted, { once: true })
  }
  return { rows: held ?? latest, hold }
}

const getContact = ({ email, phone }: User): string => `${displayPhone(phone)} · ${email}`
