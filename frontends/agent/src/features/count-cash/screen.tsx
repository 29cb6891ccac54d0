import { type CashDrawer, type CashHandOver, cashCount } from '@tuma/contracts/api'
import { formatKsh, restsOfDrawer } from '@tuma/contracts/vocabulary'
import { api, confirm, queryClient, toast, usePages, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  Card,
  DataList,
  DateTime,
  EmptyState,
  Form,
  Loaded,
  Money,
  MoneyField,
  PageHeader,
  RadioCards,
  ShowMore,
  SubmitButton,
  useForm,
} from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** How often the screen asks again: a parcel's money and M-Pesa's confirmation arrive some moments later, without a press. */
const looksEveryMs = 5000

/** The cash that the agent has, the parcels it came from, and the past hand-overs. */
export const Cash = () => {
  const text = useText(texts)
  const drawer = useQuery(
    api.cash.drawer.queryOptions({
      refetchOnMount: 'always',
      refetchInterval: looksEveryMs,
    }),
  )
  return (
    <>
      <PageHeader title={text('cash.title')} intro={text('cash.intro')} />
      <Loaded query={drawer} failed={text('cash.failed')}>
        {(shown) => (
          <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <Count drawer={shown} />
            <Parcels drawer={shown} />
          </div>
        )}
      </Loaded>
      <HandedOver />
    </>
  )
}

const counting = z.object({ amount: z.optional(cashCount.shape.amount), rest: z.enum(restsOfDrawer) })

const Count = ({ drawer: { cents, awaiting } }: { drawer: CashDrawer }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.cash.handOver)
  const whatOfRest = useWhatOfRest(cents / 100)
  const form = useForm({
    schema: counting,
    defaults: { amount: undefined, rest: 'stays' as const },
    failed: text('cash.notHandedOver'),
    submit: async ({ amount, rest }): Promise<void> => {
      if (amount === undefined) return form.setError('amount', text('cash.countIt'))
      const title = text('cash.sure', { amount: formatKsh(amount) })
      if (!(await confirm({ title, text: whatOfRest(amount, rest), yes: text('cash.handOver') }))) return
      // Also after a refusal: the amount may have changed during the count.
      const lookAgain = () => queryClient.invalidateQueries({ queryKey: api.cash.key() })
      await mutateAsync({ amount, rest, inDrawer: cents }).finally(lookAgain)
      form.reset()
      scrollTo({ top: 0 }) // the form disappears and the page moves up: the remaining sum must be visible
      toast.success(text('cash.handedOver', { amount: formatKsh(amount) }))
    },
  })
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">{text('cash.inDrawer')}</h2>
      <p className="font-display text-3xl font-extrabold">
        <Money amount={cents / 100} />
      </p>
      {awaiting > 0 ? <p className="t-hint">{text('cash.awaiting', { amount: formatKsh(awaiting / 100) })}</p> : null}
      {cents > 0 ? (
        <Form form={form} label={text('cash.handOver')}>
          <MoneyField
            label={text('cash.counted')}
            hint={text('cash.countedHint')}
            {...form.field('amount', { number: true })}
          />
          <RadioCards
            label={text('cash.rest')}
            options={restsOfDrawer.map((value) => ({ value, label: text(`cash.rest.${value}`) }))}
            {...form.field('rest')}
          />
          <SubmitButton form={form}>{text('cash.handOver')}</SubmitButton>
        </Form>
      ) : null}
    </Card>
  )
}

/** Tells the agent before the press what happens to the difference between the expected and the counted sum. */
const useWhatOfRest = (inside: number) => {
  const text = useText(texts)
  return (amount: number, rest: (typeof restsOfDrawer)[number]): string => {
    if (amount === inside) return text('cash.sure.all')
    const difference = { amount: formatKsh(Math.abs(inside - amount)) }
    return text(amount > inside ? 'cash.sure.more' : `cash.sure.${rest}`, difference)
  }
}

const Parcels = ({ drawer: { parcels } }: { drawer: CashDrawer }) => {
  const text = useText(texts)
  if (parcels.length === 0) return <EmptyState title={text('cash.empty')} />
  return (
    <DataList
      label={text('cash.parcels')}
      look="pairs"
      rows={parcels}
      rowKey={({ parcel, at }) => parcel?.id ?? at}
      columns={[
        {
          header: text('cash.parcel'),
          primary: true,
          cell: ({ parcel }) => <span className="font-mono text-sm">{parcel?.trackingId ?? text('cash.aParcel')}</span>,
        },
        { header: text('cash.taken'), cell: ({ at }) => <DateTime at={at} /> },
        {
          header: text('cash.how'),
          name: 'short',
          cell: ({ awaiting }) => text(awaiting ? 'cash.byTill' : 'cash.inCash'),
        },
        {
          header: text('cash.amount'),
          name: 'short',
          align: 'end',
          cell: ({ cents }) => <Money amount={cents / 100} />,
        },
      ]}
    />
  )
}

const HandedOver = () => {
  const text = useText(texts)
  const pages = usePages(api.cash.handOvers, {})
  return (
    <section className="mt-6" aria-labelledby="handed-over">
      <h2 id="handed-over" className="mb-2 text-lg">
        {text('cash.history')}
      </h2>
      <Loaded query={pages.query} failed={text('cash.failed')} empty={<EmptyState title={text('cash.noHistory')} />}>
        {(rows) => (
          <DataList
            label={text('cash.history')}
            look="pairs"
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('cash.when'), primary: true, cell: ({ at }) => <DateTime at={at} /> },
              { header: text('cash.shouldBe'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
              {
                header: text('cash.youCounted'),
                align: 'end',
                cell: ({ declared, byOffice }) =>
                  byOffice ? text('cash.byOffice') : <Money amount={declared / 100} />,
              },
              {
                header: text('cash.received'),
                align: 'end',
                cell: (row) => <Received of={row} />,
              },
            ]}
          />
        )}
      </Loaded>
      <ShowMore pages={pages} failed={text('cash.failed')} />
    </section>
  )
}

const Received = ({ of: { counted, cents, reason } }: { of: CashHandOver }) => {
  const text = useText(texts)
  if (counted === null) return <span className="text-ink-soft">{text('cash.notReceived')}</span>
  const differs = text(counted < cents ? 'cash.short' : 'cash.over', {
    amount: formatKsh(Math.abs(cents - counted) / 100),
  })
  return (
    <>
      <Money amount={counted / 100} />
      {counted === cents ? null : <span className="block text-xs">{differs}</span>}
      {reason ? (
        <span className="block text-xs break-words text-ink-soft">{text('cash.reason', { reason })}</span>
      ) : null}
    </>
  )
}
