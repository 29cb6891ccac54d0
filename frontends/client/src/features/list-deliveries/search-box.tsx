import { useText } from '@tuma/kit/runtime'
import { SearchField } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { type Search, searchKinds } from './search.ts'

type Ways = { onType: (typed: string) => void; onKind: (by: Search['by']) => void }

export const SearchBox = ({ search, onType, onKind }: Ways & { search: Search }) => {
  const text = useText(texts)
  return (
    <search className="grid gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
      <SearchField
        label={text('search.label')}
        placeholder={text(`search.${search.by}Example`)}
        inputMode={search.by === 'phone' ? 'tel' : 'search'}
        value={search.typed}
        onSearch={onType}
      />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="t-hidden">{text('search.by')}</legend>
        {searchKinds.map((by) => (
          <label key={by} className="t-check">
            <input type="radio" name="search-by" checked={search.by === by} onChange={() => onKind(by)} />
            {text(`search.${by}`)}
          </label>
        ))}
      </fieldset>
    </search>
  )
}
