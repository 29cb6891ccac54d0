import { type Difference, paymentReason } from '@tuma/contracts/api'
import { type DifferenceTab, differenceTabs, isPaidOutTab } from '@tuma/contracts/vocabulary'
import { MessageSquareText } from '@tuma/kit/icons'
import { api, usePages, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, FormDialog, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { ChooseTab } from '../../choose-tab.tsx'
import { Reason, told, useDone } from '../../deciding.tsx'
import { countedTo } from '../../in-one-line.tsx'
import { Paged } from '../../paged.tsx'
import { ParcelLink } from '../../parcel-link.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { ToldAmount } from '../../told-amount.tsx'
import { Cents } from './amounts.tsx'
import { PaidOutRows, WhereToNote } from './paid-out-rows.tsx'
import { Receipt } from './preview.tsx'

/** Differences between statements and books that the office must check. */
export const Differences = ({ tab, onChoose }: { tab: DifferenceTab; onChoose: (tab: DifferenceTab) => void }) => {
  const text = useText(texts)
  const counts = useQuery(api.statements.differenceCounts.queryOptions())
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="mb-1 text-lg font-semibold">
        {text('differences.title')}
      </h2>
      <p className="t-hint mb-3">{text(`differences.${tab}.what`)}</p>
      <div className="mb-3">
        <ChooseTab
          label={text('differences.which')}
          tabs={differenceTabs}
          nameOf={(one) => text(`differences.${one}`)}
          tab={tab}
          counts={counts}
          onChoose={onChoose}
        />
      </div>
      {tab === 'paidOutUnnoted' ? <WhereToNote /> : null}
      {tab === 'paidOutMissing' && counts.data ? <NotCompared many={counts.data.notCompared} /> : null}
      <Rows tab={tab} />
    </section>
  )
}

/** Counts payouts and refunds that wait for a statement. Nothing has to be done about them. */
const NotCompared = ({ many: { count, more } }: { many: { count: number; more: boolean } }) => {
  const text = useText(texts)
  if (count === 0) return null
  return <p className="t-hint mb-3">{text('differences.notCompared', { count, many: countedTo({ count, more }) })}</p>
}

type Wanted = Parameters<typeof usePages<Parameters<typeof api.statements.differences.call>[0], Difference>>[1]

const Rows = ({ tab }: { tab: DifferenceTab }) => {
  const text = useText(texts)
  const wanted: Wanted = { tab }
  const pages = usePages(api.statements.differences, wanted)
  const [open, setOpen] = useState<Difference | null>(null)
  return (
    <>
      {open ? <Explain difference={open} tab={tab} onClose={() => setOpen(null)} /> : null}
      <Paged pages={pages} failed={text('differences.failed')} none={text('differences.none')}>
        {(rows) =>
          isPaidOutTab(tab) ? (
            <PaidOutRows tab={tab} rows={rows} onExplain={setOpen} />
          ) : (
            <DataList
              label={text(`differences.${tab}`)}
              rows={rows}
              rowKey={({ _id }) => _id}
              columns={[
                { header: text('payments.receipt'), primary: true, cell: ({ receipt }) => <Receipt of={receipt} /> },
                ...(rows.some(({ name }) => name !== undefined)
                  ? [{ header: text('kinds.name'), cell: ({ name = '' }: Difference) => name }]
                  : []),
                { header: text('payments.payer'), cell: ({ senderName }) => senderName ?? <NoPayer /> },
                { header: text('payments.parcel'), cell: ({ parcel }) => <Parcel of={parcel} /> },
                { header: text('statements.when'), cell: ({ at }) => <DateTime at={at} /> },
                { header: text('payments.amount'), cell: (row) => <Amount of={row} />, align: 'end' },
              ]}
              actions={(row) => (
                <div tabIndex={-1} className="rounded-lg">
                  <RowButtons>
                    <RowButton
                      icon={MessageSquareText}
                      label={text('differences.explain')}
                      of={row.receipt}
                      onClick={() => setOpen(row)}
                    />
                  </RowButtons>
                </div>
              )}
            />
          )
        }
      </Paged>
    </>
  )
}

const NoPayer = () => <span className="text-ink-soft">{useText(texts)('payments.noPayer')}</span>

/** Links to the page of the parcel, where sender and receiver can be called. */
const Parcel = ({ of: parcel }: { of: Difference['parcel'] }) => {
  const text = useText(texts)
  if (parcel)
    return <ParcelLink to={`/Admin/delivery/${parcel.deliveryType}/${parcel.id}`}>{parcel.trackingId}</ParcelLink>
  return <span className="text-ink-soft">{text(parcel === null ? 'payments.deleted' : 'payments.nothing')}</span>
}

const Amount = ({ of: { cents, told } }: { of: Difference }) => (
  <>
    <Cents of={cents} />
    <ToldAmount told={told} cents={cents} />
  </>
)

type Explained = { difference: Difference; tab: DifferenceTab; onClose: () => void }

const Explain = ({ difference, tab, onClose }: Explained) => {
  const text = useText(texts)
  const done = useDone(onClose)
  const { mutateAsync } = useSubmission(api.statements.explain, told)
  const { _id: id, receipt } = difference
  const isOurs = tab === 'paidOutUnnoted'
  const form = useForm({
    schema: paymentReason,
    defaults: { reason: '' },
    failed: text('differences.notExplained'),
    submit: async ({ reason }) => {
      await mutateAsync({ id, reason })
      await done(text('differences.explained', { receipt }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text(isOurs ? 'differences.oursOf' : 'differences.explainOf', { receipt })}
      description={text(explainWhat(tab))}
      action={text(isOurs ? 'differences.ours' : 'differences.explain')}
    >
      <Reason data-first control={form.field('reason')} />
    </FormDialog>
  )
}

const explainWhat = (tab: DifferenceTab) => {
  if (tab === 'paidOutUnnoted') return 'differences.oursWhat'
  return isPaidOutTab(tab) ? 'differences.explainPaidOut' : 'differences.explainWhat'
}
