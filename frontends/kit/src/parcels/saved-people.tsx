import './journey.css'
import type { SavedPerson } from '@tuma/contracts/api'
import { displayPhone, sameWords } from '@tuma/contracts/vocabulary'
import { Trash2, UserRound } from '@tuma/kit/icons'
import { api, confirm, keepPreviousData, queryClient, toast, useMutation, useQuery, useText } from '@tuma/kit/runtime'
import { Button, IconButton, SearchField } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { journeyTexts } from './journey-texts.ts'

const atFirst = 3

/** Whom the signed-in sender has sent to: one press fills the receiver in. Draws nothing for who has sent nothing yet. */
export function SavedPeople({ onChoose }: { onChoose: (person: SavedPerson) => void }) {
  const text = useText(journeyTexts)
  const [all, setAll] = useState(false)
  const [search, setSearch] = useState('')
  const known = useQuery(
    api.savedPeople.list.queryOptions({ input: search ? { search } : {}, placeholderData: keepPreviousData }),
  )
  const [chosen, setChosen] = useState('') // the filled fields may be out of sight
  const place = useRef<HTMLElement>(null)
  /** What is folded away below stays where it was looked at. */
  const [folded, setFolded] = useState(0)
  const fold = (): void => {
    setAll(false)
    setSearch('')
    setFolded((count) => count + 1)
  }
  useEffect(() => {
    if (folded > 0) place.current?.scrollIntoView({ block: 'nearest' })
  }, [folded])
  const choose = (person: SavedPerson): void => {
    setChosen(person.name)
    if (all) fold()
    onChoose(person)
  }
  const people = known.data?.people ?? []
  if (people.length === 0 && !all) return null
  return (
    <section ref={place} className="parcel-people" data-all={all} aria-label={text('people.title')}>
      <p className="t-label">{text('people.title')}</p>
      {all ? <SearchField label={text('people.search')} value={search} onSearch={setSearch} /> : null}
      {people.length === 0 ? <p className="t-hint">{text('people.none')}</p> : null}
      <p role="status" className="parcel-chosen">
        {chosen === '' ? null : text('people.chosen', { name: chosen })}
      </p>
      <ul>
        {people.slice(0, all ? people.length : atFirst).map((person) => (
          <Person
            key={person._id}
            {...{ person, forgettable: all, onChoose: choose }}
            hasNamesake={people.some((one) => one !== person && sameWords(one.name) === sameWords(person.name))}
          />
        ))}
      </ul>
      <div className="parcel-buttons">
        <Button variant="quiet" size="small" aria-expanded={all} onClick={() => (all ? fold() : setAll(true))}>
          {text(all ? 'people.fewer' : 'people.all')}
        </Button>
        {all ? <ForgetAll onDone={fold} /> : null}
      </div>
    </section>
  )
}

const useForgetting = () => {
  const text = useText(journeyTexts)
  return {
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: api.savedPeople.key() }),
    onError: () => void toast.error(text('people.failed')),
  }
}

function Person({
  person,
  forgettable,
  hasNamesake,
  onChoose,
}: {
  person: SavedPerson
  forgettable: boolean
  /** Another person has the same name: the end of the phone and the place tell them apart. */
  hasNamesake: boolean
  onChoose: (person: SavedPerson) => void
}) {
  const text = useText(journeyTexts)
  const forget = useMutation(api.savedPeople.forget.mutationOptions(useForgetting()))
  const { _id, name, phone, location, pickupAgent } = person
  const shown = displayPhone(phone)
  const askToForget = async (): Promise<void> => {
    const title = text('people.forgetTitle', { name, end: shown.slice(-4) })
    const question = { title, text: text('people.forgetText') }
    if (await confirm({ ...question, yes: text('people.forgetYes'), danger: true })) forget.mutate({ id: _id })
  }
  return (
    <li className="parcel-person">
      <Button variant="secondary" icon={UserRound} onClick={() => onChoose(person)}>
        <span>
          {name}
          {forgettable || hasNamesake ? (
            <span className="t-hint">
              {text('people.where', {
                phone: forgettable ? shown : `…${shown.slice(-3)}`,
                place: pickupAgent ?? location,
              })}
            </span>
          ) : null}
        </span>
      </Button>
      {forgettable ? (
        <IconButton
          label={text('people.forget', { name: `${name}, ${shown}` })}
          aria-busy={forget.isPending || undefined}
          onClick={() => void askToForget()}
        >
          <Trash2 size={20} aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

function ForgetAll({ onDone }: { onDone: () => void }) {
  const text = useText(journeyTexts)
  const { onSuccess, ...told } = useForgetting()
  const forget = useMutation(
    api.savedPeople.forgetAll.mutationOptions({
      ...told,
      onSuccess: () => {
        onSuccess()
        onDone()
      },
    }),
  )
  const ask = async (): Promise<void> => {
    const question = { title: text('people.forgetAllTitle'), text: text('people.forgetAllText') }
    if (await confirm({ ...question, yes: text('people.forgetYes'), danger: true })) forget.mutate(undefined)
  }
  return (
    <Button variant="quiet" size="small" loading={forget.isPending} onClick={() => void ask()}>
      {text('people.forgetAll')}
    </Button>
  )
}
