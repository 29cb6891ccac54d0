import { kitTexts, useText } from '@tuma/kit/runtime'
import { Button, Field, Notice } from '@tuma/kit/ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { type Destination, type Destinations, searchDestinations, useDestinationWords } from './destinations.ts'

/** More than these are found by another letter. */
const maxShown = 40

type Props = {
  destinations: Destinations
  chosen: Destination | undefined
  /** Undefined when the agent changes the text of a choice. */
  onChoose: (destination: Destination | undefined) => void
  error: string | undefined
}

/** One field that searches shops and doors and shows the price of each: a combobox with its list below. */
export function WhereTo({ destinations, chosen, onChoose, error }: Props) {
  const text = useText(newParcelTexts)
  const id = useId()
  const search = useSearch(destinations.all, chosen, onChoose)
  const { found, active, isOpen } = search
  return (
    <div>
      <MissingDestinations destinations={destinations} />
      <Field
        label={text('to.label')}
        hint={text(destinations.isLoading ? 'to.loading' : 'to.hint')}
        error={isOpen ? undefined : error}
      >
        {(control) => (
          <input
            {...control}
            className="t-input"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found[active] ? `${id}-${active}` : undefined}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            value={search.typed}
            onChange={(event) => search.type(event.target.value)}
            onFocus={({ target }) => {
              target.select()
              search.open()
              bringUp(target)
            }}
            onBlur={search.close}
            onKeyDown={search.press}
          />
        )}
      </Field>
      <p role="status" className="t-hidden">
        {isOpen ? text(found.length === 0 ? 'to.none' : 'to.found', { count: found.length }) : ''}
      </p>
      <Found id={id} search={search} />
    </div>
  )
}

/** A phone's keyboard covers the lower half of the screen, where the list would open. */
const bringUp = (field: Element): void => {
  if (!matchMedia('(pointer: coarse)').matches) return
  requestAnimationFrame(() => field.parentElement?.scrollIntoView({ block: 'start' }))
}

type Search = ReturnType<typeof useSearch>

function useSearch(all: readonly Destination[], chosen: Destination | undefined, onChoose: Props['onChoose']) {
  const { label, priced } = useDestinationWords()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = isOpen ? searchDestinations(all, chosen ? '' : typed, label).slice(0, maxShown) : []
  const choose = (destination: Destination): void => {
    setTyped('')
    setOpen(false)
    onChoose(destination)
  }
  const move = (to: number): void => {
    setOpen(true)
    setActive(Math.max(0, Math.min(to, found.length - 1)))
  }
  const press = (event: KeyboardEvent): void => {
    const marked = found[active]
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => move(isOpen ? active + 1 : 0),
      ArrowUp: () => move(active - 1),
      Escape: isOpen ? () => setOpen(false) : undefined,
      // Also before the form hears it, which would go on to the next field.
      Enter: isOpen && marked ? () => choose(marked) : undefined,
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return {
    ...{ found, active, isOpen, priced, choose, press },
    typed: chosen ? priced(chosen) : typed,
    open: () => {
      setActive(0)
      setOpen(true)
    },
    close: () => setOpen(false),
    type: (next: string) => {
      // A hand scanner typed into the field, and the choice is put back.
      const before = all.find((one) => priced(one) === next)
      if (before) return choose(before)
      setTyped(chosen ? getTypedAfter(priced(chosen), next) : next)
      if (chosen) onChoose(undefined)
      setActive(0)
      setOpen(true)
    },
  }
}

/** A choice is one piece: the first key after it begins another search, and deleting a letter deletes all of it. */
const getTypedAfter = (choice: string, next: string): string => {
  if (next.startsWith(choice)) return next.slice(choice.length)
  return choice.startsWith(next) ? '' : next
}

function Found({ id, search }: { id: string; search: Search }) {
  const text = useText(newParcelTexts)
  const { found, active, isOpen, priced, choose } = search
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active, isOpen])
  if (isOpen && found.length === 0) return <p className="t-hint mt-1">{text('to.none')}</p>
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={text('to.label')} className="take-found">
      {found.map((one, at) => (
        <div
          key={one.key}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // The field keeps the focus, so that it does not close before the press has arrived.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
          onKeyDown={search.press}
        >
          {priced(one)}
        </div>
      ))}
    </div>
  )
}

function MissingDestinations({ destinations }: { destinations: Destinations }) {
  const text = useText(newParcelTexts)
  const kit = useText(kitTexts)
  if (!destinations.isError) return null
  return (
    <Notice tone="danger">
      <p>{text('to.failed')}</p>
      <Button
        size="small"
        variant="secondary"
        loading={destinations.isFetching}
        onClick={() => void destinations.refetch()}
      >
        {kit('tryAgain')}
      </Button>
    </Notice>
  )
}
