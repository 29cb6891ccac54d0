import '../../counter.css'
import type { Delivery } from '@tuma/contracts/api'
import { standing } from '@tuma/contracts/vocabulary'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, EmptyState, Loaded, PageHeader, ShowMore } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { KeepFocus } from '../move-parcel/keep-focus.tsx'
import { useLatest } from '../move-parcel/moved.ts'
import { NextStepButton } from '../move-parcel/next-step-button.tsx'
import { useParcelColumns } from '../move-parcel/parcel-columns.tsx'
import { useStepDialogs } from '../move-parcel/step-dialogs.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'

/** The shop's parcels with a deadline, the longest late first, each with its one next step. */
export const ToDo = () => {
  const text = useText(texts)
  const latest = useLatest()
  useLiveParcels()
  const { askFor, dialog } = useStepDialogs()
  const columns = useParcelColumns(askFor)
  const pages = usePages(api.counter.toDo, {})
  const data = pages.query.data?.map(latest).filter(isOpen)
  return (
    <>
      {dialog}
      <PageHeader
        title={text('deadlines.title')}
        intro={<span className="max-md:hidden">{text('deadlines.intro')}</span>}
      >
        <FindParcel />
      </PageHeader>
      <KeepFocus>
        <Loaded
          query={{ ...pages.query, data }}
          failed={text('list.failed')}
          empty={pages.more ? undefined : <EmptyState title={text('deadlines.empty')} />}
        >
          {(rows) => (
            <DataList
              words="most"
              look="counter"
              label={text('deadlines.title')}
              rows={rows}
              rowKey={({ _id }) => _id}
              columns={columns}
              actionsLabel={text('list.steps')}
              actions={(delivery) => <NextStepButton {...{ delivery, askFor }} alone />}
            />
          )}
        </Loaded>
      </KeepFocus>
      <ShowMore pages={pages} failed={text('list.failed')} />
    </>
  )
}

/** One that arrived or was held on this device leaves at once. */
const isOpen = (row: Delivery): boolean => row.dueAt !== undefined && standing(row) === 'toReceiver'
