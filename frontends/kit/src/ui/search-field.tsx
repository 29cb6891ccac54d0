import { kitTexts, useLocation, useNavigate, useText } from '@tuma/kit/runtime'
import { X } from 'lucide-react'
import { type InputHTMLAttributes, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'

const settledMs = 300

/**
 * Searches when the typing has settled or the box is left; its cross empties it. `value` is what is searched for now,
 * wherever it came from, without spaces around it.
 */
export function SearchField({
  label,
  hint,
  value,
  onSearch,
  ...input
}: Pick<FieldProps, 'label' | 'hint'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'inputMode'> & {
    value: string
    onSearch: (typed: string) => void
  }) {
  const text = useText(kitTexts)
  const box = useRef<HTMLInputElement>(null)
  const asked = useRef(value)
  const [typed, setTyped] = useState(value)

  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])

  const search = (wanted: string): void => {
    if (wanted.trim() === asked.current) return
    asked.current = wanted.trim()
    onSearch(asked.current)
  }
  const settle = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), settledMs)
    return () => clearTimeout(timer)
  }, [typed])

  const clear = (): void => {
    setTyped('')
    search('')
    box.current?.focus()
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="t-affixed">
          <input
            inputMode="search"
            {...input}
            {...control}
            ref={box}
            aria-required={false}
            className="t-input"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => search(typed)}
          />
          {typed === '' ? null : (
            <IconButton label={text('clearSearch')} onClick={clear}>
              <X size={20} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}

/**
 * What a list is searched for, and how to search for something else. Kept with the history entry, so that reload and Back
 * find it; never in the address, as it may be a phone number.
 */
export function useKeptSearch(): [string, (typed: string) => void] {
  const navigate = useNavigate()
  const { state, search: address } = useLocation()
  const keep = (search: string): void =>
    void navigate({ search: address }, { replace: true, preventScrollReset: true, state: { ...state, search } })
  return [state?.search ?? '', keep]
}
