import { type PaidOutRow, paidOutApproval } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { Check } from '@tuma/kit/icons'
import { api, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import { Checkbox, DataList, DateTime, FormDialog, Money, SearchField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { useAddress } from '../../address.ts'
import { Reason, told, useDone } from '../../deciding.tsx'
import { FileLink } from '../../file-link.tsx'
import { Paged } from '../../paged.tsx'
import { RowButton } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { FirstParcels } from './first-parcels.tsx'

/** A receipt or its beginning: letters and digits mixed. A name has no digits, a phone no letters. */
const isReceipt = (typed: string): boolean => /^[a-z\d]+$/i.test(typed) && /\d/.test(typed) && /[a-z]/i.test(typed)

/** Money that Tuma has sent, to senders and back to payers, newest first. */
export const PaidOut = () => {
  const text = useText(texts)
  const { address, search, put, putSearch } = useAddress(isReceipt)
  const missing = address.get('missing') === 'true'
  const filters = { ...(search && { search }), ...(missing && { missing: true }) }
  const pages = usePages(api.books.paidOut, filters)
  const [open, setOpen] = useState<PaidOutRow | null>(null)
  return (
    <>
      {open ? <Approve row={open} onClose={() => setOpen(null)} /> : null}
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <search className="block w-full max-w-xl">
          <SearchField label={text('books.searchPaidOut')} value={search ?? ''} onSearch={putSearch} />
        </search>
        <FileLink of="/api/admin/books/paid-out.csv" filters={{ search, missing: missing ? 'true' : undefined }} />
        <Checkbox
          label={text('books.onlyMissing')}
          checked={missing}
          onChange={(event) => put('missing', event.target.checked ? 'true' : '')}
        />
      </div>
      <Paged
        pages={pages}
        failed={text('books.failed')}
        none={text(search ? 'books.notPaidOut' : 'books.nothingPaidOut')}
      >
        {(rows) => (
          <DataList
            words="many"
            label={text('books.tab.paidOut')}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('books.paidTo'), primary: true, cell: (row) => <To of={row} /> },
              { header: text('books.when'), name: 'date', cell: ({ at }) => <DateTime at={at} /> },
              { header: text('payments.receipt'), cell: ({ receipt }) => receipt },
              { header: text('payments.parcel'), cell: (row) => <FirstParcels of={row} /> },
              { header: text('books.paidBy'), cell: (row) => <By of={row} /> },
              { header: text('books.amount'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
            ]}
            actions={(row) =>
              row.approval === 'missing' ? (
                <RowButton
                  icon={Check}
                  label={text('books.approvePaidOut')}
                  of={row.receipt}
                  onClick={() => setOpen(row)}
                />
              ) : null
            }
          />
        )}
      </Paged>
    </>
  )
}

/** Who received the money (name and phone at that time), and whether it was a payout or a refund. */
const To = ({ of: { of, name, phone, reason } }: { of: PaidOutRow }) => {
  const text = useText(texts)
  return (
    <>
      {name ?? text('books.noAccount')}
      <span className="block text-xs font-normal text-ink-soft">
        {phone ? `${displayPhone(phone)} · ` : ''}
        {text(`books.outgoing.${of}`)}
        {reason ? <span className="block break-words">{reason}</span> : null}
      </span>
    </>
  )
}

/** Who sent it, and how it was approved. */
const By = ({ of: { by, approval, approvedBy, approvalReason } }: { of: PaidOutRow }) => {
  const text = useText(texts)
  const who = approvedBy ?? text('books.gone')
  return (
    <>
      {by ?? text('books.gone')}
      {approval === 'not_needed' ? null : (
        <span className="block text-xs text-ink-soft">
          {text(`books.approval.${approval}`, { name: who })}
          {approvalReason ? <span className="block break-words">{approvalReason}</span> : null}
        </span>
      )}
    </>
  )
}

/** A second admin approves money that was sent without approval. */
const Approve = ({ row, onClose }: { row: PaidOutRow; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.approvePaidOut, told)
  const done = useDone(onClose)
  const { _id: id, receipt } = row
  const form = useForm({
    schema: paidOutApproval,
    defaults: { reason: '' },
    failed: text('books.notApproved'),
    submit: async ({ reason }) => {
      await mutateAsync({ id, ...(reason ? { reason } : {}) })
      await done(text('books.approved', { receipt }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.approveOf', { receipt })}
      description={text('books.approveWhat')}
      action={text('books.approvePaidOut')}
    >
      <Reason data-first control={form.field('reason')} />
    </FormDialog>
  )
}
