import { type BookAccount, getEatDay } from '@tuma/contracts/vocabulary'
import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { Card, type Column, DataList, DateTime, Loaded, Money, TextField } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { dayIn, useAddress } from '../../address.ts'
import { texts } from '../../texts.ts'
import { asRead, saysWhose } from './as-read.ts'

/** The balance of each account, now or on one day. Accounts say where the money is, or whose money it is. */
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
          max={getEatDay(new Date().toISOString())}
          value={day ?? ''}
          onChange={(event) => put('day', event.target.value)}
          aria-required={false}
        />
      </search>
      {day ? <OnDay day={day} /> : <Now />}
    </>
  )
}

type Of = { readonly account: BookAccount }

/** The account name links to the entries of that account. */
const useName = <Row extends Of>(day?: string): Column<Row> => {
  const text = useText(texts)
  const to = (account: BookAccount) => `/Admin/books?tab=entries&account=${account}${day ? `&day=${day}` : ''}`
  return {
    header: text('books.account'),
    primary: true,
    cell: ({ account }) => (
      <Link
        to={to(account)}
        className="inline-flex min-h-6 items-center underline pointer-coarse:min-h-11 max-md:min-h-11"
      >
        {text(`books.of.${account}`)}
      </Link>
    ),
  }
}

const Now = () => {
  const text = useText(texts)
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
          {/* On a wide screen each sum stays close to the accounts that it adds up. */}
          <div className="grid items-start gap-4 *:max-w-2xl xl:grid-cols-2">
            {([false, true] as const).map((whose) => (
              <Group
                key={String(whose)}
                title={text(whose ? 'books.whose' : 'books.where')}
                accounts={accounts.filter(({ account }) => saysWhose(account) === whose)}
              />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

const Group = ({ title, accounts }: { title: string; accounts: readonly (Of & { cents: number })[] }) => {
  const text = useText(texts)
  const name = useName<Of & { cents: number }>()
  return (
    <Card className="grid gap-3">
      <h2>{title}</h2>
      <WithoutZeros rows={accounts} isZero={({ cents }) => cents === 0}>
        {(rows, of) => (
          <DataList
            label={of ?? title}
            rows={rows}
            rowKey={({ account }) => account}
            columns={[
              name,
              {
                header: text('books.amount'),
                align: 'end',
                cell: ({ account, cents }) => <Money amount={asRead(account, cents) / 100} />,
              },
            ]}
          />
        )}
      </WithoutZeros>
    </Card>
  )
}

/** Accounts at zero are counted and folded; the user can unfold them. */
const WithoutZeros = <Row,>(props: {
  rows: readonly Row[]
  isZero: (row: Row) => boolean
  children: (rows: readonly Row[], label?: string) => ReactNode
}) => {
  const { rows, isZero, children } = props
  const text = useText(texts)
  const zero = rows.filter(isZero)
  const some = rows.filter((row) => !isZero(row))
  const label = text('books.zero', { count: zero.length })
  return (
    <>
      {some.length > 0 ? children(some) : null}
      {zero.length > 0 ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-soft underline">
            {label}
          </summary>
          {children(zero, label)}
        </details>
      ) : null}
    </>
  )
}

const OnDay = ({ day }: { day: string }) => {
  const text = useText(texts)
  const accounts = useQuery(api.books.day.queryOptions({ input: { day } }))
  const name = useName<Day>(day)
  return (
    <Loaded query={accounts} failed={text('books.failed')}>
      {(rows) => (
        <>
          <MpesaSays rows={rows} />
          <WithoutZeros rows={rows} isZero={(row) => sides.every((of) => row[of] === 0)}>
            {(shown, of) => (
              <DataList
                words="many"
                label={of ?? text('books.tab.accounts')}
                rows={shown}
                rowKey={({ account }) => account}
                columns={[
                  name,
                  ...sides.map((side) => ({
                    header: text(`books.${side}`),
                    align: 'end' as const,
                    cell: (row: Day) => <Money amount={getSide(row, side) / 100} />,
                  })),
                ]}
              />
            )}
          </WithoutZeros>
        </>
      )}
    </Loaded>
  )
}

/** If a statement covers the end of the day: the M-Pesa balance then, and the difference from our books. */
const MpesaSays = ({ rows }: { rows: readonly (Day & { mpesa?: { cents: number; at: string } | undefined })[] }) => {
  const text = useText(texts)
  const till = rows.find(({ account }) => account === 'till')
  if (!till?.mpesa) return null
  const { cents, at } = till.mpesa
  return (
    <Card className="mb-4 grid gap-1 sm:max-w-xl">
      <p>
        {text('books.mpesaSays')} <Money amount={cents / 100} />. {text('books.mpesaDiffers')}{' '}
        <Money amount={(till.after - cents) / 100} />.
      </p>
      <p className="text-sm text-ink-soft">
        {text('books.mpesaLastRow')} <DateTime at={at} />
      </p>
    </Card>
  )
}

const sides = ['before', 'in', 'out', 'after'] as const
type Side = (typeof sides)[number]
type Day = Of & Readonly<Record<Side, number>>

/** In accounts that say whose money it is, an "out" of the books is money that came in. */
const getSide = (row: Day, side: Side): number => {
  if (side === 'before' || side === 'after') return asRead(row.account, row[side])
  const other = side === 'in' ? 'out' : 'in'
  return row[saysWhose(row.account) ? other : side]
}
