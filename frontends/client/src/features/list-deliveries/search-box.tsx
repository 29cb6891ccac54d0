import { X } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Field, IconButton } from '@tuma/kit/ui'
import { useRef } from 'react'
import { texts } from '../../texts.ts'
import { type Search, searchKinds } from './search.ts'

export const SearchBox = ({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) => {
  const text = useText(texts)
  const box = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    onSearch({ ...search, typed: '' })
    box.current?.focus()
  }
  return (
    <search className="grid gap-x-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
      <Field label={text('search.label')}>
        {(control) => (
          <div className="t-affixed">
            <input
              {...control}
              ref={box}
              aria-required={false}
              className="t-input"
              inputMode={search.by === 'phone' ? 'tel' : 'search'}
              enterKeyHint="search"
              placeholder={text(`search.${search.by}Example`)}
              autoComplete="off"
              spellCheck={false}
              value={search.typed}
              onChange={(event) => onSearch({ ...search, typed: event.target.value })}
            />
            {search.typed === '' ? null : (
              <IconButton label={text('search.clear')} onClick={clear}>
                <X size={20} aria-hidden />
              </IconButton>
            )}
          </div>
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="t-hidden">{text('search.by')}</legend>
        {searchKinds.map((by) => (
          <label key={by} className="t-check">
            <input
              type="radio"
              name="search-by"
              checked={search.by === by}
              onChange={() => onSearch({ ...search, by })}
            />
            {text(`search.${by}`)}
          </label>
        ))}
      </fieldset>
    </search>
  )
}
