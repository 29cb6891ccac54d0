import { X } from '@tuma/kit/icons'
import { useLocation, useNavigate, useText } from '@tuma/kit/runtime'
import { Field, IconButton } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from './texts.ts'

const settledMs = 300

/** What is searched for. Kept with the history entry, so that reload and Back find it; never in the address: it may be somebody's phone. */
export const useSearch = (): { typed: string; settled: string; type: (typed: string) => void } => {
  const navigate = useNavigate()
  const { state } = useLocation()
  const settled: string = state?.search ?? ''
  const [typed, type] = useState(settled)
  useEffect(() => {
    if (typed.trim() === settled) return
    const settle = () =>
      void navigate('.', { replace: true, preventScrollReset: true, state: { search: typed.trim() } })
    const timer = setTimeout(settle, settledMs)
    return () => clearTimeout(timer)
  }, [typed, settled, navigate])
  return { typed, settled, type }
}

export const SearchBox = ({
  label,
  placeholder,
  search: { typed, type },
}: {
  label: string
  placeholder?: string
  search: ReturnType<typeof useSearch>
}) => {
  const text = useText(texts)
  const box = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    type('')
    box.current?.focus()
  }
  return (
    <search className="mb-5 block md:max-w-md">
      <Field label={label}>
        {(control) => (
          <div className="t-affixed">
            <input
              {...control}
              ref={box}
              aria-required={false}
              className="t-input"
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              value={typed}
              onChange={(event) => type(event.target.value)}
            />
            {typed === '' ? null : (
              <IconButton label={text('search.clear')} onClick={clear}>
                <X size={20} aria-hidden />
              </IconButton>
            )}
          </div>
        )}
      </Field>
    </search>
  )
}
