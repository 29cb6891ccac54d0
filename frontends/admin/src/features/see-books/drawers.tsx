import { type AgentDrawer, type AgentHandOver, cashReceipt, type User } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { HandCoins } from '@tuma/kit/icons'
import { Reach } from '@tuma/kit/parcels'
import { api, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { DataList, DateTime, FormDialog, Money, MoneyField, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { told, useDone } from '../../deciding.tsx'
import { Paged } from '../../paged.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { useAgentLookup } from '../../shopkeepers.ts'
import { texts } from '../../texts.ts'
import { Parcel } from './entries.tsx'
import { TakeIn } from './take-in.tsx'

export const Drawers = () => {
  const text = useText(texts)
  const pages = usePages(api.books.drawers, {})
  const toAgent = useAgentLookup()
  const [open, setOpen] = useState<AgentDrawer | null>(null)
  return (
    <>
      {open ? <TakeIn drawer={open} onClose={() => setOpen(null)} /> : null}
      <Paged pages={pages} failed={text('books.failed')} none={text('books.noDrawers')}>
        {(rows) => (
          <DataList
            label={text('books.tab.drawers')}
            look="pairs head"
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              {
                header: text('books.agent'),
                primary: true,
                cell: ({ _id, name }) => <AtShop name={name} of={toAgent(_id)} />,
              },
              {
                header: text('books.oldest'),
                name: 'date',
                cell: ({ since }) => (since ? <DateTime at={since} /> : null),
              },
              { header: text('books.parcels'), align: 'end', cell: ({ parcels }) => <Whose parcels={parcels} /> },
              {
                header: text('books.awaiting'),
                align: 'end',
                cell: ({ awaiting }) => <Money amount={awaiting / 100} />,
              },
              { header: text('books.cash'), align: 'end', cell: (row) => <Cash of={row} /> },
            ]}
            actions={(row) => {
              const agent = toAgent(row._id)
              return (
                <RowButtons>
                  {agent ? <Reach name={agent.name} phone={agent.phone} /> : null}
                  {row.cents > 0 ? (
                    <RowButton
                      icon={HandCoins}
                      label={text('books.takeIn')}
                      of={row.name ?? text('books.gone')}
                      onClick={() => setOpen(row)}
                    />
                  ) : null}
                </RowButtons>
              )
            }}
          />
        )}
      </Paged>
    </>
  )
}

/** The agent who has the cash, and the shop. */
const AtShop = ({ name, of }: { name: string | null; of: User | undefined }) => {
  const text = useText(texts)
  return (
    <>
      {name ?? text('books.gone')}
      {of?.address ? (
        <span className="block text-xs font-normal text-ink-soft">{`${of.address}, ${of.location}`}</span>
      ) : null}
    </>
  )
}

const Cash = ({ of: { cents, tooFull } }: { of: AgentDrawer }) => {
  const text = useText(texts)
  return (
    <>
      <Money amount={cents / 100} />
      {tooFull ? <span className="block text-xs font-semibold text-danger">{text('books.tooFull')}</span> : null}
    </>
  )
}

/** The parcels that the cash was taken for: their number, and a link to each. */
const Whose = ({ parcels }: Pick<AgentDrawer, 'parcels'>) => {
  if (parcels.length === 0) return 0
  return (
    <details>
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline pointer-coarse:min-h-11">
        {parcels.length}
      </summary>
      {parcels.map(({ parcel, at, cents }) => (
        <span key={`${parcel?.id} ${at} ${cents}`} className="block">
          <Parcel of={{ parcel }} />
        </span>
      ))}
    </details>
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
                cell: (row) => <Declared of={row} />,
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

const Declared = ({ of: { declared, byOffice, way } }: { of: AgentHandOver }) => {
  const text = useText(texts)
  if (way === 'mpesa') return text('books.byMpesa')
  return byOffice ? text('books.byOffice') : <Money amount={declared / 100} />
}

/** What came to the till and was no cash with the agent is theirs. */
const AtTill = ({ of: { declared, cents, reversedAt } }: { of: AgentHandOver }) => {
  const text = useText(texts)
  const above = { amount: formatKsh((declared - cents) / 100) }
  return (
    <>
      <Money amount={cents / 100} />
      {reversedAt === null ? null : <span className="block text-xs">{text('books.payInReversed')}</span>}
      {reversedAt === null && declared > cents ? (
        <span className="block text-xs">{text('books.payInAbove', above)}</span>
      ) : null}
    </>
  )
}

const Counted = ({ of }: { of: AgentHandOver }) => {
  const text = useText(texts)
  const { counted, cents, reason, way } = of
  if (way === 'mpesa') return <AtTill of={of} />
  if (counted === null) return <span className="text-ink-soft">{text('books.notCounted')}</span>
  return (
    <>
      <Money amount={counted / 100} />
      {counted === cents ? null : (
        <span className="block text-xs">
          {text(counted < cents ? 'books.short' : 'books.over', { amount: formatKsh(Math.abs(cents - counted) / 100) })}
        </span>
      )}
      {reason ? <span className="block text-xs break-words text-ink-soft">{reason}</span> : null}
    </>
  )
}

const counting = z.object({ amount: z.optional(cashReceipt.shape.amount), reason: z.string() })

const Receive = ({ handOver, onClose }: { handOver: AgentHandOver; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.books.receive, told)
  const done = useDone(onClose)
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
      await done(text('books.received', { name: name ?? '' }))
    },
  })
  const counted = form.value('amount')
  const differs = counted !== undefined && 100 * counted !== cents
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
        hint={differs ? undefined : text('books.reasonHint')}
        optional={!differs}
        {...form.field('reason')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
