import { type AgentHandOver, cashExplanation, cashReceipt, type UnexplainedCash, type User } from '@tuma/contracts/api'
import { explanations, formatKsh } from '@tuma/contracts/vocabulary'
import { HandCoins, MessageCircleQuestionMark } from '@tuma/kit/icons'
import { api, queryClient, toast, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { DataList, DateTime, FormDialog, Money, MoneyField, Select, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { ChooseUser } from '../../choose-user.tsx'
import { Paged } from '../../paged.tsx'
import { RowButton } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { Parcel } from './entries.tsx'

/** The lists, and what the dashboard says there is to look at. */
export const refresh = () =>
  Promise.all([api.books.key(), api.operations.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

export const Drawers = () => {
  const text = useText(texts)
  const pages = usePages(api.books.drawers, {})
  return (
    <Paged pages={pages} failed={text('books.failed')} none={text('books.noDrawers')}>
      {(rows) => (
        <DataList
          label={text('books.tab.drawers')}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={[
            { header: text('books.agent'), primary: true, cell: ({ name }) => name ?? text('books.gone') },
            { header: text('books.oldest'), cell: ({ since }) => (since ? <DateTime at={since} /> : null) },
            { header: text('books.parcels'), align: 'end', cell: ({ parcels }) => parcels.length },
            {
              header: text('books.awaiting'),
              align: 'end',
              cell: ({ awaiting }) => <Money amount={awaiting / 100} />,
            },
            { header: text('books.cash'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
          ]}
        />
      )}
    </Paged>
  )
}

export const HandOvers = () => {
  const text = useText(texts)
  const pages = usePages(api.books.handOvers, {})
  const [open, setOpen] = useState<AgentHandOver | null>(null)
  return (
    <>
      {open ? <Receive handOver={open} onClose={() => setOpen(null)} /> : null}
      <Paged pages={pages} failed={text('books.failed')} none={text('books.noHandOvers')}>
        {(rows) => (
          <DataList
            words="many"
            label={text('books.tab.handOvers')}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('books.agent'), primary: true, cell: ({ name }) => name ?? text('books.gone') },
              { header: text('books.when'), cell: ({ at }) => <DateTime at={at} /> },
              { header: text('books.shouldBe'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
              {
                header: text('books.declared'),
                align: 'end',
                cell: ({ declared }) => <Money amount={declared / 100} />,
              },
              { header: text('books.counted'), align: 'end', cell: (row) => <Counted of={row} /> },
            ]}
            actions={(row) =>
              row.counted === null ? (
                <RowButton
                  icon={HandCoins}
                  label={text('books.receive')}
                  of={row.name ?? text('books.gone')}
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

const Counted = ({ of: { counted, cents, reason } }: { of: AgentHandOver }) => {
  const text = useText(texts)
  if (counted === null) return <span className="text-ink-soft">{text('books.notCounted')}</span>
  return (
    <>
      <Money amount={counted / 100} />
      {counted === cents ? null : (
        <span className="block text-xs">
          {text(counted < cents ? 'books.short' : 'books.over', { amount: formatKsh(Math.abs(cents - counted) / 100) })}
          {reason ? <span className="block break-words text-ink-soft">{reason}</span> : null}
        </span>
      )}
    </>
  )
}

const counting = z.object({ amount: z.optional(cashReceipt.shape.amount), reason: z.string() })

const Receive = ({ handOver, onClose }: { handOver: AgentHandOver; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.receive, { onError: () => void refresh() })
  const { _id: id, agentId, name, cents, declared } = handOver
  const form = useForm({
    schema: counting,
    defaults: { amount: undefined, reason: '' },
    failed: text('books.notReceived'),
    submit: async ({ amount, reason: typed }): Promise<void> => {
      if (amount === undefined) return form.setError('amount', text('books.countIt'))
      const reason = typed.trim()
      if (100 * amount !== cents && reason === '') return form.setError('reason', text('books.whyDiffers'))
      await mutateAsync({ agentId, id, amount, ...(reason ? { reason } : {}) })
      toast.success(text('books.received', { name: name ?? '' }))
      await refresh()
      onClose()
    },
  })
  const said = { amount: formatKsh(cents / 100), declared: formatKsh(declared / 100) }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.receiveOf', { name: name ?? text('books.gone') })}
      description={text('books.receiveWhat', said)}
      action={text('books.receive')}
    >
      <MoneyField data-first label={text('books.countedKsh')} {...form.field('amount', { number: true })} />
      <TextField
        label={text('payment.reason')}
        hint={text('books.reasonHint')}
        optional
        {...form.field('reason')}
        autoComplete="off"
      />
    </FormDialog>
  )
}

export const Unexplained = () => {
  const text = useText(texts)
  const pages = usePages(api.books.unexplained, {})
  const [open, setOpen] = useState<UnexplainedCash | null>(null)
  return (
    <>
      {open ? <Explain cash={open} onClose={() => setOpen(null)} /> : null}
      <Paged pages={pages} failed={text('books.failed')} none={text('books.allExplained')}>
        {(rows) => (
          <DataList
            label={text('books.tab.unexplained')}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('payments.parcel'), primary: true, cell: (row) => <Parcel of={row} /> },
              { header: text('books.why'), cell: (row) => <Why of={row} /> },
              { header: text('books.when'), cell: ({ at }) => <DateTime at={at} /> },
              { header: text('books.amount'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
            ]}
            actions={(row) => (
              <RowButton
                icon={MessageCircleQuestionMark}
                label={text('books.explain')}
                of={row.parcel?.trackingId ?? formatKsh(row.cents / 100)}
                onClick={() => setOpen(row)}
              />
            )}
          />
        )}
      </Paged>
    </>
  )
}

const Why = ({ of: { agentId, name, withdrawn } }: { of: UnexplainedCash }) => {
  const text = useText(texts)
  if (agentId === null) return <>{text('books.nobodySaid')}</>
  return <>{text(withdrawn ? 'books.withdrawn' : 'books.unproven', { name: name ?? text('books.gone') })}</>
}

const explaining = z.object({ as: cashExplanation.shape.as, receipt: z.string(), reason: cashExplanation.shape.reason })

/** Whose receipt it was stands for it; of what nobody has said anything, the agent is chosen. */
const Explain = ({ cash, onClose }: { cash: UnexplainedCash; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.explain, { onError: () => void refresh() })
  const [agent, setAgent] = useState<User | null>(null)
  const theirs = cash.agentId === null ? null : { name: cash.name ?? text('books.gone') }
  const form = useForm({
    schema: explaining,
    defaults: { as: 'drawer' as const, receipt: '', reason: '' },
    failed: text('books.notExplained'),
    submit: async ({ as, receipt, reason }): Promise<void> => {
      if (as === 'drawer' && !agent && !theirs) return form.setError('as', text('books.chooseAgent'))
      if (as === 'till' && !/^[A-Za-z0-9]{10}$/.test(receipt.trim())) {
        return form.setError('receipt', text('books.receiptWrong'))
      }
      const whose = as === 'drawer' && agent ? { username: agent.username } : {}
      const which = as === 'till' ? { receipt: receipt.trim() } : {}
      await mutateAsync({ id: cash._id, as, reason, ...whose, ...which })
      toast.success(text('books.explained'))
      await refresh()
      onClose()
    },
  })
  const why = theirs
    ? text(cash.withdrawn ? 'books.explainWithdrawn' : 'books.explainReceipt', theirs)
    : text('books.explainWhat')
  const labelOf = (as: (typeof explanations)[number]) =>
    theirs && as === 'drawer' ? text('books.theyOwe', theirs) : text(`books.as.${as}`)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.explainOf', { amount: formatKsh(cash.cents / 100) })}
      description={why}
      action={text('books.explain')}
      {...(theirs ? {} : { beneath: <WhoseDrawer agent={agent} onChoose={setAgent} /> })}
    >
      <Select
        data-first
        label={text('books.as')}
        placeholder={null}
        options={explanations.map((value) => ({ value, label: labelOf(value) }))}
        {...form.field('as')}
      />
      <TextField
        label={text('payments.receipt')}
        hint={text('books.receiptHint')}
        optional
        {...form.field('receipt')}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextField label={text('payment.reason')} {...form.field('reason')} autoComplete="off" />
    </FormDialog>
  )
}

const WhoseDrawer = ({ agent, onChoose }: { agent: User | null; onChoose: (agent: User | null) => void }) => {
  const text = useText(texts)
  return (
    <div className="mt-4 grid gap-2">
      <ChooseUser
        asked
        ofRole="agent"
        label={text('books.whoseDrawer')}
        found={text('audit.accounts')}
        userId={agent?._id ?? ''}
        onChoose={onChoose}
      />
    </div>
  )
}
