import { deliveryStatuses, type OwnGroup, type OwnTrouble, ownGroups, ownTroubles } from '@tuma/contracts/vocabulary'
import { SlidersHorizontal } from '@tuma/kit/icons'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { Button, SearchField, Select } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { type Search, searchKinds } from './search.ts'

type Ways = {
  onType: (typed: string) => void
  onKind: (by: Search['by']) => void
  onStatus: (status: Search['status']) => void
  onOnly: (only: OwnGroup | OwnTrouble | null) => void
}

export const SearchBox = ({ search, onType, onKind, onStatus, onOnly }: Ways & { search: Search }) => {
  const text = useText(texts)
  const statusName = useText(kitTexts)
  // On a phone the filters would push the first parcel down. A chosen filter stays visible.
  const [asked, setAsked] = useState(false)
  const only = search.group ?? search.trouble
  const shown = asked || search.status !== null || only !== null
  return (
    <search className="grid grid-cols-2 gap-x-3 gap-y-2 max-md:[&>:nth-child(-n+2)]:col-span-2 md:items-start md:gap-x-6 min-[100rem]:grid-cols-[minmax(14rem,1fr)_auto_14rem_14rem]">
      <SearchField
        label={text('search.label')}
        placeholder={text(`search.${search.by}Example`)}
        hint={search.by === 'trackingId' ? text('search.nameHint') : undefined}
        inputMode={search.by === 'phone' ? 'tel' : 'search'}
        value={search.typed}
        onSearch={onType}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 md:pt-7.5">
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="t-hidden">{text('search.by')}</legend>
          {searchKinds.map((by) => (
            <label key={by} className="t-check">
              <input type="radio" name="search-by" checked={search.by === by} onChange={() => onKind(by)} />
              {text(`search.${by}`)}
            </label>
          ))}
        </fieldset>
        {shown ? null : (
          <Button
            variant="quiet"
            size="small"
            icon={SlidersHorizontal}
            className="ml-auto md:hidden"
            onClick={() => setAsked(true)}
          >
            {text('search.more')}
          </Button>
        )}
      </div>
      <div className={shown ? 'contents' : 'contents max-md:hidden'}>
        <Select
          label={text('search.status')}
          placeholder={text('search.anyStatus')}
          aria-required={false}
          value={search.status ?? ''}
          onChange={(event) => onStatus(deliveryStatuses.find((status) => status === event.target.value) ?? null)}
          options={deliveryStatuses.map((status) => ({ value: status, label: statusName(`status.${status}`) }))}
        />
        <Select
          label={text('search.trouble')}
          placeholder={text('search.anyTrouble')}
          aria-required={false}
          value={only ?? ''}
          onChange={(event) => onOnly([...ownGroups, ...ownTroubles].find((one) => one === event.target.value) ?? null)}
          options={[
            ...ownGroups.map((group) => ({ value: group, label: text(`group.${group}`) })),
            ...ownTroubles.map((trouble) => ({ value: trouble, label: text(`trouble.${trouble}`) })),
          ]}
        />
      </div>
    </search>
  )
}
