import '../../counter.css'
import './waiting.css'
import type { Delivery, WaitingParcel } from '@tuma/contracts/api'
import { displayPhone, standing } from '@tuma/contracts/vocabulary'
import { NotTold, WayBadge } from '@tuma/kit/parcels'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { type Column, DataList, EmptyState, formatDayAndMonth, Loaded, PageHeader, ShowMore } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { troubleTexts } from '../../trouble-texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { WhyNot } from '../hold-parcel/held-because.tsx'
import { KeepFocus } from '../move-parcel/keep-focus.tsx'
import { useLatest } from '../move-parcel/moved.ts'
import { NextStepButton } from '../move-parcel/next-step-button.tsx'
import { ReachOrMore, ToDetail } from '../move-parcel/parcel-columns.tsx'
import { type AskFor, useStepDialogs } from '../move-parcel/step-dialogs.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'
import { whereItGoes } from '../move-parcel/where-it-goes.ts'
import { DaysHere } from './days-here.tsx'

/** Parcels at the shop that wait for their receiver or sender, the longest wait first. */
export const Waiting = () => {
  const text = useText(troubleTexts)
  const shown = useText(texts)
  const latest = useLatest()
  useLiveParcels()
  const { askFor, dialog } = useStepDialogs()
  const pages = usePages(api.counter.waiting, {})
  const columns = useColumns(askFor)
  const data = pages.query.data?.map((row) => ({ ...latest(row), arrivedAt: row.arrivedAt })).filter(lies)
  return (
    <>
      {dialog}
      <PageHeader title={text('waiting.title')} intro={<span className="max-md:hidden">{text('waiting.intro')}</span>}>
        <FindParcel />
      </PageHeader>
      <KeepFocus>
        <Loaded
          query={{ ...pages.query, data }}
          failed={shown('list.failed')}
          empty={pages.more ? undefined : <EmptyState title={text('waiting.empty')} />}
        >
          {(rows) => (
            <DataList
              words="most"
              look="waiting"
              label={text('waiting.title')}
              rows={rows}
              rowKey={({ _id }) => _id}
              columns={columns}
              actionsLabel={shown('list.steps')}
              actions={(delivery) => <NextStepButton {...{ delivery, askFor }} />}
            />
          )}
        </Loaded>
      </KeepFocus>
      <ShowMore pages={pages} failed={shown('list.failed')} />
    </>
  )
}

/** One that was handed over on this device leaves at once. */
const lies = (row: Delivery): boolean => ['waiting', 'waitingForSender'].includes(standing(row))

const useColumns = (askFor: AskFor): readonly Column<WaitingParcel>[] => {
  const text = useText(troubleTexts)
  const shown = useText(texts)
  return [
    {
      name: 'id',
      header: text('waiting.parcel'),
      primary: true,
      cell: (delivery) => <ToDetail delivery={delivery} />,
    },
    { name: 'age', header: text('waiting.age'), cell: ({ arrivedAt }) => <DaysHere since={arrivedAt} /> },
    { name: 'who', header: shown('list.receiver'), cell: (delivery) => <Who delivery={delivery} /> },
    { name: 'back', header: text('waiting.goesBack'), cell: (delivery) => <GoesBack delivery={delivery} /> },
    { name: 'reach', header: shown('list.reach'), cell: (delivery) => <ReachOrMore {...{ delivery, askFor }} /> },
  ]
}

const Who = ({ delivery }: { delivery: Delivery }) => {
  const { name, phone } = whereItGoes(delivery)
  return (
    <>
      <span className="counter-name font-semibold">{name}</span>
      <span className="waiting-phone">{displayPhone(phone)}</span>
      <span className="counter-standing">
        <WayBadge parcel={delivery} />
        <WhyNot parcel={delivery} />
        <NotTold parcel={delivery} />
      </span>
    </>
  )
}

/** The day when an uncollected parcel goes back, and whether its sender must decide. */
const GoesBack = ({ delivery: { leg, waiting } }: { delivery: Delivery }) => {
  const text = useText(troubleTexts)
  if (leg === 'back') return text('waiting.forSender')
  if (!waiting?.until) return text('waiting.unknown')
  return (
    <>
      <span className="whitespace-nowrap">{formatDayAndMonth(`${waiting.until}T12:00:00Z`)}</span>
      {waiting.asked ? <span className="waiting-asked">{text('waiting.asked')}</span> : null}
    </>
  )
}
