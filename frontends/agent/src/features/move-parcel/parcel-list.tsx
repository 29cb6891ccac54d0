import '../../counter.css'
import type { Delivery } from '@tuma/contracts/api'
import { type DeliveryStatus, toPhase } from '@tuma/contracts/vocabulary'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, EmptyState, Loaded, type Pages, ShowMore } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import { KeepFocus } from './keep-focus.tsx'
import { useLatest } from './moved.ts'
import { NextStepButton } from './next-step-button.tsx'
import { useParcelColumns } from './parcel-columns.tsx'
import { Choose, SeveralBar, SeveralTools, useSeveral } from './select-several.tsx'
import { useStepDialogs } from './step-dialogs.tsx'
import { useLiveParcels } from './steps.ts'

/** One tab: the shop's parcels at one status, or all of them, newest first. */
export const ParcelList = ({
  list,
  status,
  label,
  meaning,
}: {
  list: 'sending' | 'receiving'
  status?: DeliveryStatus
  label: string
  /** What the tab means, in the words of the counter: the fixed names of the tabs do not say it. */
  meaning?: string
}) => {
  const pages = usePages(api.agent[list], status ? { status } : {})
  const fits = (row: Delivery) => status === undefined || toPhase(row.status) === toPhase(status)
  const look = status === undefined ? 'states' : status === 'dropping' ? 'from' : ''
  const heading = meaning && <p className="counter-meaning">{meaning}</p>
  return <Parcels {...{ pages, fits, label, look, heading }} />
}

const everything = () => true

type Listed = {
  pages: Pages<Delivery>
  fits?: (row: Delivery) => boolean
  label: string
  look?: 'from' | 'states' | ''
  /** What an empty list says instead of “No deliveries found”. */
  empty?: string
  /** Is beside the tools of the list. */
  heading?: ReactNode
}

/** The only list of a screen. Follows changes from other devices. */
export const Parcels = (listed: Listed) => {
  useLiveParcels()
  return <ParcelRows {...listed} />
}

/**
 * Rows of parcels, each with its next step, or with a checkbox during a selection. A parcel that was moved on this device
 * leaves as soon as it no longer `fits`. `look`: what a row shows on a phone beside the receiver (`counter.css`).
 */
export const ParcelRows = ({ pages, fits = everything, label, look = 'states', empty, heading }: Listed) => {
  const text = useText(texts)
  const latest = useLatest()
  const { askFor, dialog } = useStepDialogs()
  const columns = useParcelColumns(askFor)
  const { query } = pages
  const data = query.data?.map(latest).filter(fits)
  const several = useSeveral(data ?? [])
  return (
    <>
      {dialog}
      {heading ? (
        <div className="counter-group-head">
          {heading}
          <SeveralTools several={several} />
        </div>
      ) : (
        <SeveralTools several={several} />
      )}
      <KeepFocus>
        <Loaded
          query={{ ...query, data }}
          failed={text('list.failed')}
          empty={pages.more ? undefined : <EmptyState title={empty ?? text('list.empty')} />}
        >
          {(rows) => (
            <DataList
              words="most"
              look={`counter ${look}`}
              label={label}
              rows={rows}
              rowKey={(delivery) => delivery._id}
              columns={columns}
              actionsLabel={text('list.steps')}
              actions={(delivery) =>
                several.choosing ? (
                  <Choose several={several} delivery={delivery} />
                ) : (
                  <NextStepButton delivery={delivery} askFor={askFor} />
                )
              }
            />
          )}
        </Loaded>
      </KeepFocus>
      <ShowMore pages={pages} failed={text('list.failed')} />
      <SeveralBar several={several} />
    </>
  )
}
