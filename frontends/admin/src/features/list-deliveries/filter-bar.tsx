import { deliveryStatuses, deliveryTypes, getEatDay } from '@tuma/contracts/vocabulary'
import { X } from '@tuma/kit/icons'
import { parcelTexts } from '@tuma/kit/parcels'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, SearchField, Select, TextField } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { FiltersButton, useFolded } from '../../folded.tsx'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'
import { areTurned, type useFilters } from './filters.ts'

/** Search and filters. On a low screen the filters can be folded, on a phone also `children` (`parcel-list.css`). */
export const FilterBar = ({ children, ...filtering }: ReturnType<typeof useFilters> & { children: ReactNode }) => {
  const { filters, putSearch, clear, filtered } = filtering
  const text = useText(texts)
  const { open, button, region } = useFolded()
  const { search, ...others } = filters
  const chosen = Object.values(others).filter((value) => value !== undefined).length
  return (
    <>
      <search className="parcel-filters max-sm:[&_.t-field]:grid-cols-[minmax(0,1fr)] max-sm:[&_[type=date]]:px-1.5">
        <div>
          <SearchField label={text('deliveries.search')} value={search ?? ''} onSearch={putSearch} />
        </div>
        <FiltersButton className="parcel-fold-button" chosen={chosen} button={button} />
        <div className="parcel-fold" {...region}>
          <Choices {...filtering} />
        </div>
        {filtered ? (
          <div className="parcel-filtered" data-alone={!filters.needs && !filters.rider}>
            {filters.needs ? <strong>{text(`deliveries.needs.${filters.needs}`)}</strong> : null}
            {filters.rider ? <OfRider riderId={filters.rider} onDrop={() => filtering.put('rider', '')} /> : null}
            <Button variant="quiet" size="small" onClick={clear}>
              {text('deliveries.clear')}
            </Button>
          </div>
        ) : null}
      </search>
      <div className="parcel-counts-fold" data-open={open}>
        {children}
      </div>
    </>
  )
}

/** The rider whose parcels are shown; a press removes this filter. A deleted rider has no name. */
const OfRider = ({ riderId, onDrop }: { riderId: string; onDrop: () => void }) => {
  const text = useText(texts)
  const riders = useQuery(api.agent.riders.queryOptions())
  const name = riders.data?.find(({ _id }) => _id === riderId)?.name ?? '–'
  return (
    <Button
      variant="secondary"
      size="small"
      data-rider
      className="max-w-full"
      aria-label={text('deliveries.riderDrop', { name })}
      title={text('deliveries.riderDrop', { name })}
      onClick={onDrop}
    >
      {text('deliveries.rider', { name })} <X size={16} aria-hidden />
    </Button>
  )
}

const troubles = ['held', 'returned', 'lost'] as const

/** Filters by hold or outcome, one at a time, in addition to the status. */
const ChooseTrouble = ({ filters, putAll }: Pick<ReturnType<typeof useFilters>, 'filters' | 'putAll'>) => {
  const text = useText(texts)
  const choose = (trouble: string): void =>
    putAll({ held: trouble === 'held' ? 'yes' : '', outcome: trouble === 'held' ? '' : trouble })
  return (
    <Select
      label={text('deliveries.trouble')}
      placeholder={text('deliveries.anyTrouble')}
      value={filters.held ? 'held' : (filters.outcome ?? '')}
      onChange={(event) => choose(event.target.value)}
      options={troubles.map((trouble) => ({ value: trouble, label: text(`deliveries.trouble.${trouble}`) }))}
      aria-required={false}
    />
  )
}

const Choices = ({ filters, put, putAll }: Pick<ReturnType<typeof useFilters>, 'filters' | 'put' | 'putAll'>) => {
  const text = useText(texts)
  const wordOf = useStatusWord()
  const parcel = useText(parcelTexts)
  const today = getEatDay(new Date().toISOString())
  return (
    <>
      <Select
        label={text('deliveries.status')}
        placeholder={text('deliveries.anyStatus')}
        value={filters.status ?? ''}
        onChange={(event) => put('status', event.target.value)}
        options={deliveryStatuses.map((status) => ({ value: status, label: wordOf(status) }))}
        aria-required={false}
      />
      <Select
        label={text('deliveries.type')}
        placeholder={text('deliveries.anyType')}
        value={filters.type ?? ''}
        onChange={(event) => put('type', event.target.value)}
        options={deliveryTypes.map((type) => ({ value: type, label: parcel(`type.${type}`) }))}
        aria-required={false}
      />
      <ChooseTrouble filters={filters} putAll={putAll} />
      <TextField
        label={text('deliveries.from')}
        type="date"
        max={today}
        value={filters.from ?? ''}
        error={areTurned(filters) ? text('revenue.datesTurned') : undefined}
        onChange={(event) => put('from', event.target.value)}
        aria-required={false}
      />
      <TextField
        label={text('deliveries.to')}
        type="date"
        max={today}
        value={filters.to ?? ''}
        error={areTurned(filters)}
        onChange={(event) => put('to', event.target.value)}
        aria-required={false}
      />
    </>
  )
}
