import '../../parcel-list.css'
import type { Delivery } from '@tuma/contracts/api'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { EmptyState, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { FileLink } from '../../file-link.tsx'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'
import { DeleteParcel } from '../delete-parcel/delete-parcel.tsx'
import { DeletedOr } from '../delete-parcel/deleted.tsx'
import { useLiveDeliveries } from './changes.ts'
import { Counts } from './counts.tsx'
import { EditStatus } from './edit-status.tsx'
import { FilterBar } from './filter-bar.tsx'
import { areTurned, type Filters, useFilters } from './filters.ts'
import { Table } from './table.tsx'

export const Deliveries = () => {
  const text = useText(texts)
  const filtering = useFilters()
  useLiveDeliveries()
  return (
    <>
      <PageHeader
        title={text('deliveries.title')}
        intro={<span className="parcel-intro">{text('deliveries.intro')}</span>}
      >
        {areTurned(filtering.filters) ? null : <FileLink of="/api/admin/deliveries.csv" filters={filtering.filters} />}
      </PageHeader>
      <FilterBar {...filtering}>
        <Counts status={filtering.filters.status} onChoose={(status) => filtering.put('status', status ?? '')} />
      </FilterBar>
      {areTurned(filtering.filters) ? (
        <EmptyState title={text('deliveries.none')} />
      ) : (
        <Matching filters={filtering.filters} />
      )}
    </>
  )
}

const Matching = ({ filters }: { filters: Filters }) => {
  const text = useText(texts)
  const pages = usePages(api.adminDeliveries.list, filters)
  const [edited, setEdited] = useState<Delivery | null>(null)
  const [deleted, setDeleted] = useState<Delivery | null>(null)
  return (
    <>
      {edited ? (
        <EditStatus
          delivery={pages.query.data?.find(({ _id }) => _id === edited._id) ?? edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {deleted ? <DeleteParcel delivery={deleted} onClose={() => setDeleted(null)} /> : null}
      <Paged
        pages={pages}
        failed={text('deliveries.failed')}
        none={<DeletedOr search={filters.search} none={text('deliveries.none')} />}
      >
        {(rows) => <Table rows={rows} onEdit={setEdited} onDelete={setDeleted} />}
      </Paged>
    </>
  )
}
