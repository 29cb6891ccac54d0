import { trackingIdsIn, twoIdsSentence } from '@tuma/contracts/vocabulary'
import { useNavigate, useSentence, useText } from '@tuma/kit/runtime'
import { Dialog, Field } from '@tuma/kit/ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { texts } from '../../texts.ts'
import { type Place, usePlaces } from './places.ts'

const settledMs = 250

/** Returns the typed text after a short pause in typing. */
const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settledMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** One field for parcels, people, phones and screens: arrows choose, Enter goes there. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const sentence = useSentence()
  const navigate = useNavigate()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { places, asking } = usePlaces(useSettled(typed))
  const nothing = trackingIdsIn(typed).length > 1 ? sentence(twoIdsSentence) : text('palette.nothing')
  const at = Math.min(chosen, places.length - 1)
  const go = ({ to, search }: Place): void => {
    onClose()
    void navigate(to, { state: search ? { search } : null })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const place = places[at]
    if (step !== undefined && places.length > 0) setChosen((at + step + places.length) % places.length)
    else if (event.key === 'Enter' && place) go(place)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open wide onClose={onClose} title={text('palette.title')}>
      <Field label={text('palette.label')} hint={text('palette.hint')}>
        {(control) => (
          <input
            {...control}
            className="t-input"
            data-first
            role="combobox"
            aria-expanded={places.length > 0}
            aria-controls={list}
            aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
            aria-autocomplete="list"
            aria-required={false}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div id={list} role="listbox" aria-label={text('palette.found')} aria-busy={asking || undefined} className="mt-3">
        {places.map((place, index) => (
          <Option
            key={`${place.group} ${place.id}`}
            id={`${list}-${index}`}
            place={place}
            heads={places[index - 1]?.group !== place.group}
            chosen={index === at}
            onGo={() => go(place)}
          />
        ))}
      </div>
      <p role="status" className="t-hint mt-2">
        {places.length === 0 && !asking ? nothing : ''}
      </p>
    </Dialog>
  )
}

type OptionProps = { id: string; place: Place; heads: boolean; chosen: boolean; onGo: () => void }

const Option = ({ id, place: { group, title, more }, heads, chosen, onGo }: OptionProps) => {
  const text = useText(texts)
  return (
    <>
      {heads ? (
        <p role="presentation" className="t-label mt-2 px-3 text-xs text-ink-soft">
          {text(`palette.${group}`)}
        </p>
      ) : null}
      {/* The field keeps the focus and handles the keys; options only handle clicks. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's */}
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        className={`flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-lg px-3 ${chosen ? 'bg-sunken' : ''}`}
        onClick={onGo}
      >
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-ink-soft">{more}</span>
      </div>
    </>
  )
}
