import type { ApiOutputs } from '@tuma/contracts/api'
import { type usePages, useText } from '@tuma/kit/runtime'
import { Button, Checkbox, EmptyState, Loaded } from '@tuma/kit/ui'
import { useState } from 'react'
import { MoreRows } from '../../more-rows.tsx'
import { SearchField } from '../../search-field.tsx'
import { texts } from '../../texts.ts'
import { isFound } from './recipients.ts'

type Contact = ApiOutputs['marketing']['contacts'][number]
type Chosen = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }

export const ChooseContacts = ({
  contacts,
  ...chosen
}: Chosen & { contacts: ReturnType<typeof usePages<object, Contact>> }) => {
  const text = useText(texts)
  return (
    <Loaded query={contacts.query} failed={text('sms.contactsFailed')} empty={<EmptyState title={text('sms.none')} />}>
      {(rows) => (
        <>
          <Found contacts={rows} more={contacts.more !== undefined} {...chosen} />
          <MoreRows pages={contacts} failed={text('sms.contactsFailed')} />
        </>
      )}
    </Loaded>
  )
}

const Found = ({ contacts, more, chosen, onChange }: Chosen & { contacts: readonly Contact[]; more: boolean }) => {
  const text = useText(texts)
  const [typed, setTyped] = useState('')
  const found = contacts.filter((contact) => isFound(contact, typed))
  const phones = found.filter((contact) => !contact.optedOut).map(({ phone }) => phone)
  const allChosen = phones.length > 0 && phones.every((phone) => chosen.has(phone))
  const chooseAll = (): void => {
    if (allChosen) onChange(chosen.difference(new Set(phones)))
    else onChange(chosen.union(new Set(phones)))
  }
  return (
    <div className="grid gap-2">
      <SearchField
        label={text('sms.search')}
        hint={more ? text('sms.searchesShown') : undefined}
        value={typed}
        onSearch={setTyped}
      />
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        disabled={phones.length === 0}
        onClick={chooseAll}
      >
        {text(allChosen ? 'sms.chooseNone' : 'sms.chooseAll', { count: phones.length })}
      </Button>
      {found.length === 0 ? <EmptyState title={text('sms.noneFound')} /> : null}
      <ul className="grid max-h-96 overflow-y-auto">
        {found.map((contact) => (
          <Row key={`${contact.phone} ${contact.type}`} {...{ contact, chosen, onChange }} />
        ))}
      </ul>
    </div>
  )
}

const Row = ({
  contact: { name, phone, originalPhone, type, optedOut },
  chosen,
  onChange,
}: Chosen & { contact: Contact }) => {
  const text = useText(texts)
  const toggle = (): void => onChange(chosen.symmetricDifference(new Set([phone])))
  return (
    <li className="border-b border-line">
      <Checkbox
        label={name}
        hint={[originalPhone, text(`sms.type.${type}`), optedOut && text('sms.optedOut')].filter(Boolean).join(' · ')}
        disabled={optedOut}
        checked={chosen.has(phone)}
        onChange={toggle}
      />
    </li>
  )
}
