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
      {/* Its end fades: it goes on below. */}
      <div className="max-h-[26rem] overflow-y-auto pb-10 [mask-image:linear-gradient(to_bottom,black_calc(100%-2.5rem),transparent)]">
        <Blocks
          as="ul"
          className="grid"
          rows={contacts}
          gap={(height) => <li aria-hidden style={{ height }} />}
          row={(contact) => <Row key={`${contact.phone} ${contact.type}`} {...{ contact, chosen, onChange }} />}
        />
      </div>
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
