import { type OwedSender, type Payee, payoutForm } from '@tuma/contracts/api'
import { displayPhone, formatKsh, getAccount } from '@tuma/contracts/vocabulary'
import { Banknote, Pencil } from '@tuma/kit/icons'
import { Reach } from '@tuma/kit/parcels'
import { api, calls, usePages, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Checkbox, DataList, DateTime, Dialog, FormDialog, Loaded, Money, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { useAddress } from '../../address.ts'
import { told, useDone } from '../../deciding.tsx'
import { Paged } from '../../paged.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { AskBelowForm } from '../approve-acts/ask-below-form.tsx'
import { asRead } from './as-read.ts'
import { ChangePayeeNumber } from './change-payee-number.tsx'
import { FirstParcels } from './first-parcels.tsx'
import { isTooNew, PayeeNumber } from './payee-number.tsx'

/** Senders whose money has come in and can be paid out, the longest waiting first. */
export const Ready = () => {
  const text = useText(texts)
  const pages = usePages(api.books.ready, {})
  const { address, put } = useAddress()
  const [open, setOpen] = useState<string | null>(null)
  const owedTo = open ?? (address.get('pay') || null)
  const close = () => {
    setOpen(null)
    put('pay', '')
  }
  const [changing, setChanging] = useState<OwedSender | null>(null)
  const accountId = changing && getAccount(changing._id)
  return (
    <>
      {owedTo ? <PayOut owedTo={owedTo} onClose={close} /> : null}
      {changing && accountId ? (
        <ChangePayeeNumber owed={changing} accountId={accountId} onClose={() => setChanging(null)} />
      ) : null}
      <HeldInAll rows={pages.query.data} isWhole={pages.more === undefined} />
      <Paged pages={pages} failed={text('books.failed')} none={text('books.noneReady')}>
        {(rows) => (
          <DataList
            label={text('books.tab.ready')}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('books.sender'), primary: true, cell: (row) => <Sender of={row} /> },
              { header: text('payments.parcel'), cell: (row) => <FirstParcels of={row} /> },
              { header: text('books.oldest'), cell: ({ since }) => (since ? <DateTime at={since} /> : null) },
              { header: text('books.held'), align: 'end', cell: (row) => <Held of={row} /> },
              { header: text('books.toPay'), align: 'end', cell: ({ ready }) => <Money amount={ready / 100} /> },
            ]}
            actions={(row) => (
              <RowButtons>
                <RowButton
                  icon={Banknote}
                  label={text('books.payOut')}
                  of={row.name ?? text('books.noAccount')}
                  onClick={() => setOpen(row._id)}
                />
                {getAccount(row._id) === null ? null : (
                  <RowButton
                    icon={Pencil}
                    label={text('books.changeNumber')}
                    of={row.name ?? text('books.gone')}
                    onClick={() => setChanging(row)}
                  />
                )}
              </RowButtons>
            )}
          />
        )}
      </Paged>
    </>
  )
}

/** Senders without an account are told apart by the phone on their form. */
const Sender = ({ of: { name, phone } }: { of: OwedSender }) => {
  const text = useText(texts)
  return (
    <>
      {name ?? text('books.noAccount')}
      {phone ? (
        <span className="flex flex-wrap items-center gap-x-2 text-xs font-normal text-ink-soft">
          {displayPhone(phone)} <Reach name={name ?? text('books.noAccount')} phone={phone} />
        </span>
      ) : null}
    </>
  )
}

/** The sum we owe, and the part that has not come in yet. */
const Held = ({ of: { cents, ready } }: { of: OwedSender }) => {
  const text = useText(texts)
  return (
    <>
      <Money amount={cents / 100} />
      {cents > ready ? (
        <span className="block text-xs text-ink-soft">
          {text('books.waitsFor', { amount: formatKsh((cents - ready) / 100) })}
        </span>
      ) : null}
    </>
  )
}

/** Says why we owe senders more than the list shows: the list leaves out senders whose money has not come in. */
const HeldInAll = ({ rows, isWhole }: { rows: readonly OwedSender[] | undefined; isWhole: boolean }) => {
  const text = useText(texts)
  const { data } = useQuery(api.books.accounts.queryOptions())
  const owed = data?.accounts.find(({ account }) => account === 'owed_to_senders')
  if (!owed || owed.cents === 0 || !rows) return null
  const all = asRead('owed_to_senders', owed.cents)
  const waits = all - rows.reduce((sum, { ready }) => sum + ready, 0)
  return (
    <p className="mb-3 text-ink-soft">
      {text('books.heldInAll', { amount: formatKsh(all / 100) })}{' '}
      {isWhole && waits > 0 ? text('books.waitsInAll', { amount: formatKsh(waits / 100) }) : null}
    </p>
  )
}

type Props = { owedTo: string; onClose: () => void }

/** Name and phone of the payee are fetched when the dialog opens, and are not kept in the cache. */
const PayOut = ({ owedTo, onClose }: Props) => {
  const text = useText(texts)
  const payee = useQuery(api.books.payee.queryOptions({ input: { owedTo }, gcTime: 0 }))
  if (payee.data && payee.data.ready > 0 && !isTooNew(payee.data))
    return <Paying payee={payee.data} onClose={onClose} />
  const { name, ready = 0 } = payee.data ?? {}
  const whom = { amount: formatKsh(ready / 100), name: name ?? text('books.noAccount') }
  return (
    <Dialog open onClose={onClose} title={ready > 0 ? text('books.payOutOf', whom) : text('books.payOut')}>
      <Loaded query={payee} failed={text('books.failed')}>
        {(read) => (
          <>
            <PayeeNumber payee={read} />
            {read.ready === 0 ? <p>{text('books.nothingReady')}</p> : null}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const typed = z.extend(z.pick(payoutForm, { reference: true }), { sent: z.boolean() })

const Paying = ({ payee, onClose }: { payee: Payee; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.payOut, told)
  const done = useDone(onClose)
  const { _id: owedTo, ready: cents, name, approvalNeeded = false, requestId } = payee
  const form = useForm({
    schema: typed,
    defaults: { reference: '', sent: false },
    failed: text('books.notPaid'),
    submit: async ({ reference, sent }) => {
      await mutateAsync({ owedTo, cents, reference, ...(sent ? { sent } : {}) })
      await done(text('books.paid', { amount: formatKsh(cents / 100) }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.payOutOf', { amount: formatKsh(cents / 100), name: name ?? text('books.noAccount') })}
      description={text(approvalNeeded ? 'books.payOutLater' : 'books.payOutWhat')}
      action={text('books.payOut')}
    >
      <PayeeNumber payee={payee} />
      {approvalNeeded || requestId !== undefined ? (
        <AskBelowForm ask={() => calls.books.askPayOut({ owedTo, cents })} requestId={requestId} />
      ) : null}
      <TextField
        data-first={!approvalNeeded || undefined}
        label={text('payments.receipt')}
        hint={text('books.payOutHint')}
        {...form.field('reference')}
        autoComplete="off"
        autoCapitalize="characters"
      />
      {approvalNeeded ? <Checkbox label={text('books.leftAlready')} {...form.field('sent')} /> : null}
    </FormDialog>
  )
}
