import { displayPhone, phoneSentence } from '@tuma/contracts/vocabulary'
import { X } from '@tuma/kit/icons'
import { useSentence, useText } from '@tuma/kit/runtime'
import { Button, PhoneField } from '@tuma/kit/ui'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts.ts'
import { phonesIn, type Typed } from './recipients.ts'

/** Adds numbers that are not contacts yet. Opted-out numbers are refused here too. */
export const AddByHand = (props: {
  contacts: readonly { phone: string; optedOut: boolean }[] | undefined
  added: readonly string[]
  onChange: (phones: readonly string[]) => void
}) => {
  const text = useText(texts)
  const read = useSentence()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const findProblem = ({ phones, invalid }: Typed): string => {
    if (invalid) return read(phoneSentence)
    const out = phones.find((phone) => props.contacts?.some((who) => who.optedOut && who.phone === phone))
    return out ? text('sms.hasOptedOut', { phone: displayPhone(out) }) : ''
  }
  const add = (event: FormEvent): void => {
    event.preventDefault()
    const added = phonesIn(typed)
    const found = findProblem(added)
    setProblem(found)
    if (found) return
    props.onChange([...new Set([...props.added, ...added.phones])])
    setTyped('')
  }
  return (
    <div className="grid gap-3">
      <form className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3" noValidate onSubmit={add}>
        <PhoneField
          label={text('sms.byHand')}
          value={typed}
          error={problem ? true : undefined}
          autoComplete="off"
          aria-required={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="secondary" className="min-h-12">
          {text('sms.add')}
        </Button>
      </form>
      {problem ? (
        <p className="t-error" role="alert">
          {problem}
        </p>
      ) : null}
      {props.added.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label={text('sms.addedByHand')}>
          {props.added.map((phone) => (
            <li key={phone}>
              <Button
                variant="secondary"
                size="small"
                aria-label={text('sms.remove', { phone: displayPhone(phone) })}
                onClick={() => props.onChange(props.added.filter((other) => other !== phone))}
              >
                {displayPhone(phone)}
                <X size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
