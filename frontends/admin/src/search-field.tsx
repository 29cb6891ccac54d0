import { X } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Field, IconButton } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from './texts.ts'

const settledMs = 300

/** Searches when the typing has settled. `value` is what is searched for now, wherever it came from. */
export const SearchField = (props: {
  label: string
  hint?: string
  value: string
  onSearch: (typed: string) => void
}) => {
  const { value, onSearch } = props
  const text = useText(texts)
  const box = useRef<HTMLInputElement>(null)
  const asked = useRef(value)
  const [typed, setTyped] = useState(value)

  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      onSearch(asked.current)
    }, settledMs)
    return () => clearTimeout(timer)
  }, [typed, onSearch])

  const clear = (): void => {
    setTyped('')
    box.current?.focus()
  }
  return (
    <Field label={props.label} hint={props.hint}>
      {(control) => (
        <div className="t-affixed">
          <input
            {...control}
            ref={box}
            aria-required={false}
            className="t-input"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {typed === '' ? null : (
            <IconButton label={text('search.clear')} onClick={clear}>
              <X size={20} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}
