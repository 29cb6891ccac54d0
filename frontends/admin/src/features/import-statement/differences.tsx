import { type Difference, paymentReason } from '@tuma/contracts/api'
import { type DifferenceTab, differenceTabs } from '@tuma/contracts/vocabulary'
import { MessageSquareText } from '@tuma/kit/icons'
import { api, queryClient, toast, usePages, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, DataList, DateTime, EmptyState, FormDialog, Loaded, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { MoreRows } from '../../more-rows.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { Cents } from './amounts.tsx'
import { Receipt } from './preview.tsx'

/** What statements have left for somebody to look at. */
export const Differences = ({ tab, onChoose }: { tab: DifferenceTab; onChoose: (tab: DifferenceTab) => void }) => {
  const text = useText(texts)
  const { data } = useQuery(api.statements.differenceCounts.queryOptions())
  const many = ({ count, more }: { count: number; more: boolean }) => `${count.toLocaleString('en')}${more ? '+' : ''}`
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="mb-1 text-lg font-semibold">
        {text('differences.title')}
      </h2>
      <p className="t-hint mb-3">{text(`differences.${tab}.what`)}</p>
      <fieldset className="mb-3 flex flex-wrap gap-2">
        <legend className="t-hidden">{text('differences.which')}</legend>
        {differenceTabs.map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === tab ? 'primary' : 'secondary'}
            aria-pressed={one === tab}
            onClick={() => onChoose(one)}
          >
            {text(`differences.${one}`)} {data ? <span className="t-count">{many(data[one])}</span> : null}
          </Button>
        ))}
      </fieldset>
      <Rows tab={tab} />
    </section>
  )
}

type Wanted = Parameters<typeof usePages<Parameters<typeof api.statements.differences.call>[0], Difference>>[1]

const Rows = ({ tab }: { tab: DifferenceTab }) => {
  const text = useText(texts)
  const wanted: Wanted = { tab }
  const pages = usePages(api.statements.differences, wanted)
  const [open, setOpen] = useState<Difference | null>(null)
  return (
    <>
      {open ? <Explain difference={open} onClose={() => setOpen(null)} /> : null}
      <Loaded
        query={pages.query}
        failed={text('differences.failed')}
        empty={<EmptyState title={text('differences.none')} />}
      >
        {(rows) => (
          <>
            <DataList
              label={text(`differences.${tab}`)}
              rows={rows}
              rowKey={({ _id }) => _id}
              columns={[
                { header: text('payments.receipt'), primary: true, cell: ({ receipt }) => <Receipt of={receipt} /> },
                { header: text('statements.when'), cell: ({ at }) => <DateTime at={at} /> },
                { header: text('payments.amount'), cell: ({ cents }) => <Cents of={cents} />, align: 'end' },
              ]}
              actions={(row) => (
                <div tabIndex={-1} className="rounded-lg">
                  <RowButtons>
                    <RowButton
                      icon={MessageSquareText}
                      label={text('differences.explain')}
                      onClick={() => setOpen(row)}
                    />
                  </RowButtons>
                </div>
              )}
            />
            <MoreRows pages={pages} failed={text('differences.failed')} />
          </>
        )}
      </Loaded>
    </>
  )
}

const Explain = ({ difference, onClose }: { difference: Difference; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.statements.explain)
  const { _id: id, receipt } = difference
  const form = useForm({
    schema: paymentReason,
    defaults: { reason: '' },
    failed: text('differences.notExplained'),
    submit: async ({ reason }) => {
      await mutateAsync({ id, reason })
      toast.success(text('differences.explained', { receipt }))
      await queryClient.invalidateQueries({ queryKey: api.statements.key() })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('differences.explainOf', { receipt })}
      description={text('differences.explainWhat')}
      action={text('differences.explain')}
    >
      <TextField
        data-first
        label={text('payment.reason')}
        hint={text('payment.reasonHint')}
        {...form.field('reason')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
