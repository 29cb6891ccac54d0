import { cashExplanation, cashGivenBack, type UnexplainedCash, type User } from '@tuma/contracts/api'
import { explanations, formatKsh, givingsBack } from '@tuma/contracts/vocabulary'
import { MessageCircleQuestionMark, Undo2 } from '@tuma/kit/icons'
import { api, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { DataList, DateTime, FormDialog, Money, Select, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { ChooseUser } from '../../choose-user.tsx'
import { Reason, told, useDone } from '../../deciding.tsx'
import { Paged } from '../../paged.tsx'
import { RowButton } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { Parcel } from './entries.tsx'

export const Unexplained = () => {
  const text = useText(texts)
  const pages = usePages(api.books.unexplained, {})
  const [open, setOpen] = useState<UnexplainedCash | null>(null)
  return (
    <>
      {open?.back ? <GiveBack cash={open} onClose={() => setOpen(null)} /> : null}
      {open && !open.back ? <Explain cash={open} onClose={() => setOpen(null)} /> : null}
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
                icon={row.back ? Undo2 : MessageCircleQuestionMark}
                label={text(row.back ? 'books.giveBack' : 'books.explain')}
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

const Why = ({ of: { agentId, name, withdrawn, back, paidOut } }: { of: UnexplainedCash }) => {
  const text = useText(texts)
  if (back) return <>{text('books.goesBack')}</>
  if (paidOut) return <>{text('books.paidOutDoubted')}</>
  if (agentId === null) return <>{text('books.notRecorded')}</>
  return <>{text(withdrawn ? 'books.withdrawn' : 'books.unproven', { name: name ?? text('books.gone') })}</>
}

const explaining = z.object({ as: cashExplanation.shape.as, receipt: z.string(), reason: cashExplanation.shape.reason })

/** The agent who took the receipt owes the cash. If no agent is recorded, the admin chooses one. */
const Explain = ({ cash, onClose }: { cash: UnexplainedCash; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.explain, told)
  const done = useDone(onClose)
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
      await done(text('books.explained'))
    },
  })
  const ofReceipt = cash.withdrawn ? 'books.explainWithdrawn' : 'books.explainReceipt'
  const taken = theirs ? text(ofReceipt, theirs) : text('books.explainWhat')
  const why = cash.paidOut ? text('books.explainPaidOut') : taken
  const getLabel = (as: (typeof explanations)[number]) =>
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
        options={explanations.map((value) => ({ value, label: getLabel(value) }))}
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
      <Reason control={form.field('reason')} />
    </FormDialog>
  )
}

/** For a parcel that goes back to its sender. */
const GiveBack = ({ cash, onClose }: { cash: UnexplainedCash; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.giveBack, told)
  const done = useDone(onClose)
  const form = useForm({
    schema: cashGivenBack,
    defaults: { as: 'paid_back' as const, reason: '' },
    failed: text('books.notGivenBack'),
    submit: async (given): Promise<void> => {
      await mutateAsync({ id: cash._id, ...given })
      await done(text('books.givenBack'))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.giveBackOf', { amount: formatKsh(cash.cents / 100) })}
      description={text('books.giveBackWhat')}
      action={text('books.giveBack')}
    >
      <Select
        data-first
        label={text('books.givenAs')}
        placeholder={null}
        options={givingsBack.map((value) => ({ value, label: text(`books.givenAs.${value}`) }))}
        {...form.field('as')}
      />
      <Reason control={form.field('reason')} />
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
