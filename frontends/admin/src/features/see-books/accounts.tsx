import { api, useQuery, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, Loaded, Money } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** What is in each; all together they are nothing. */
export const Accounts = () => {
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
          <DataList
            label={text('books.tab.accounts')}
            rows={accounts}
            rowKey={({ account }) => account}
            columns={[
              { header: text('books.account'), primary: true, cell: ({ account }) => text(`books.of.${account}`) },
              { header: text('books.amount'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
