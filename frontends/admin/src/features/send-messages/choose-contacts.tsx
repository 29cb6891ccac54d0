import type { ApiOutputs } from '@tuma/contracts/api'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { Blocks, Button, Checkbox, SearchField } from '@tuma/kit/ui'
import { useState } from 'react'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'

type Contact = ApiOutputs['marketing']['contacts'][number]
type Chosen = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }

export const ChooseContacts = (props: Chosen) => {
  const text = useText(texts)
  const [search, setSearch] = useState('')
  const contacts = usePages(api.marketing.contacts, search === '' ? {} : { search })
  const none = text(search === '' ? 'sms.none' : 'sms.noneFound')
  return (
    <>
      <SearchField label={text('sms.search')} hint={text('sms.searchHint')} value={search} onSearch={setSearch} />
      <Paged pages={contacts} failed={text('sms.contactsFailed')} none={none}>
        {(found) => <Found contacts={found} {...props} />}
      </Paged>
    </>
  )
}

const Found = ({ contacts, chosen, onChange }: Chosen & { contacts: readonly Contact[] }) => {
  const text = useText(texts)
  const phones = new Set(contacts.filter((contact) => !contact.optedOut).map(({ phone }) => phone))
  const [isWhole, setWhole] = useState(false)
  const allChosen = phones.size > 0 && phones.isSubsetOf(chosen)
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        disabled={phones.size === 0}
        onClick={() => onChange(allChosen ? chosen.difference(phones) : chosen.union(phones))}
      >
        {text(allChosen ? 'sms.chooseNone' : 'sms.chooseAll', { count: phones.size })}
      </Button>
      {/* The end fades, because the list goes on below. On a phone it unfolds: two scrolling areas are too many. */}
      <div
        className={`lg:max-h-[26rem] lg:overflow-y-auto lg:pb-10 ${isWhole ? '' : 'max-lg:max-h-[21rem] max-lg:overflow-hidden max-lg:mask-b-from-80%'} lg:mask-b-from-[calc(100%-2.5rem)]`}
      >
        <Blocks
          as="ul"
          className="grid"
          rows={contacts}
          gap={(height) => <li aria-hidden style={{ height }} />}
          row={(contact) => <Row key={`${contact.phone} ${contact.type}`} {...{ contact, chosen, onChange }} />}
        />
      </div>
      {isWhole ? null : (
        <Button variant="quiet" size="small" className="justify-self-center lg:hidden" onClick={() => setWhole(true)}>
          {text('sms.allContacts', { count: contacts.length })}
        </Button>
      )}
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
