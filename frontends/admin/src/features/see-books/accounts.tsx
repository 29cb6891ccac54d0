import { type BookAccount, eatDayOf } from '@tuma/contracts/vocabulary'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { type Column, DataList, DateTime, Loaded, Money, TextField } from '@tuma/kit/ui'
import { dayIn, useAddress } from '../../address.ts'
import { texts } from '../../texts.ts'

/** What is in each, now or on a day; all together they are nothing. */
export const Accounts = () => {
  const text = useText(texts)
  const { address, put } = useAddress()
  const day = dayIn(address.get('day'))
  return (
    <>
      <search className="mb-4 block sm:max-w-xs">
        <TextField
          label={text('audit.day')}
          type="date"
          max={eatDayOf(new Date().toISOString())}
          value={day ?? ''}
          onChange={(event) => put('day', event.target.value)}
          aria-required={false}
        />
      </search>
      {day ? <OnDay day={day} /> : <Now />}
    </>
  )
}

const useName = <Row extends { readonly account: BookAccount }>(): Column<Row> => {
  const text = useText(texts)
  return { header: text('books.account'), primary: true, cell: ({ account }) => text(`books.of.${account}`) }
}

const Now = () => {
  const text = useText(texts)
  const name = useName()
  const books = useQuery(api.books.accounts.queryOptions())
  return (
    <Loaded query={books} failed={text('books.failed')}>
      {({ accounts, since }) => (
        <>
          <p className="mb-3 text-ink-soft">
            {since ? (
              <>
                {text('books.since')} <DateTime at={`${since}T09:00:00.000Z`} dayOnly />
              </>
            ) : (
              text('books.nothing')
            )}
          </p>
          <DataList
            label={text('books.tab.accounts')}
            rows={accounts}
            rowKey={({ account }) => account}
            columns={[
              name,
              { header: text('books.amount'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

const OnDay = ({ day }: { day: string }) => {
  const text = useText(texts)
  const name = useName()
  const accounts = useQuery(api.books.day.queryOptions({ input: { day } }))
  return (
    <Loaded query={accounts} failed={text('books.failed')}>
      {(rows) => (
        <DataList
          words="many"
          label={text('books.tab.accounts')}
          rows={rows}
          rowKey={({ account }) => account}
          columns={[
            name,
            ...(['before', 'in', 'out', 'after'] as const).map((of) => ({
              header: text(`books.${of}`),
              align: 'end' as const,
              cell: (row: (typeof rows)[number]) => <Money amount={row[of] / 100} />,
            })),
          ]}
        />
      )}
    </Loaded>
  )
}
