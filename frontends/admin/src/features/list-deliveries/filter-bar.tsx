import { deliveryStatuses, deliveryTypes, eatDayOf } from '@tuma/contracts/vocabulary'
import { parcelTexts } from '@tuma/kit/parcels'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { Button, SearchField, Select, TextField } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { areTurned, type useFilters } from './filters.ts'

export const FilterBar = ({ filters, put, putSearch, clear, filtered }: ReturnType<typeof useFilters>) => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  const parcel = useText(parcelTexts)
  const today = eatDayOf(new Date().toISOString())
  return (
    <search className="mt-3 mb-3 grid grid-cols-2 items-start gap-x-3 gap-y-2 md:grid-cols-4 xl:grid-cols-[minmax(0,1fr)_9rem_9rem_10rem_10rem] max-sm:[&_.t-field]:grid-cols-[minmax(0,1fr)] max-sm:[&_[type=date]]:px-1.5">
      <div className="col-span-2 xl:col-span-1">
        <SearchField label={text('deliveries.search')} value={filters.search ?? ''} onSearch={putSearch} />
      </div>
      <Select
        label={text('deliveries.status')}
        placeholder={text('deliveries.anyStatus')}
        value={filters.status ?? ''}
        onChange={(event) => put('status', event.target.value)}
        options={deliveryStatuses.map((status) => ({ value: status, label: kitText(`status.${status}`) }))}
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
      {filtered ? (
        <div className="col-span-2 flex flex-wrap items-center gap-x-4 self-end xl:col-span-full">
          {filters.needs ? <strong>{text(`deliveries.needs.${filters.needs}`)}</strong> : null}
          <Button variant="quiet" size="small" onClick={clear}>
            {text('deliveries.clear')}
          </Button>
        </div>
      ) : null}
    </search>
  )
}
