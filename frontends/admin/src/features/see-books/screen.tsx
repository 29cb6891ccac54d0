import { useSearchParams, useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { FileLink } from '../../file-link.tsx'
import { texts } from '../../texts.ts'
import { Accounts } from './accounts.tsx'
import { Drawers, HandOvers } from './drawers.tsx'
import { Entries } from './entries.tsx'
import { PaidOut } from './paid-out.tsx'
import { Ready } from './pay-out.tsx'
import { Unexplained } from './unexplained.tsx'

/** Where the money is, and what the office has to do. */
export const Books = () => {
  const text = useText(texts)
  const [address] = useSearchParams()
  // The tab "Paid out" has its own file.
  const isPaidOut = address.get('tab') === 'paidOut'
  return (
    <>
      <PageHeader title={text('books.title')} intro={text('books.intro')}>
        {isPaidOut ? null : <FileLink of="/api/admin/books.csv" filters={{}} />}
      </PageHeader>
      <Tabs
        label={text('books.title')}
        inAddress="tab"
        tabs={[
          { id: 'accounts', label: text('books.tab.accounts'), content: <Accounts /> },
          { id: 'entries', label: text('books.tab.entries'), content: <Entries /> },
          { id: 'drawers', label: text('books.tab.drawers'), content: <Drawers /> },
          { id: 'handOvers', label: text('books.tab.handOvers'), content: <HandOvers /> },
          { id: 'unexplained', label: text('books.tab.unexplained'), content: <Unexplained /> },
          { id: 'ready', label: text('books.tab.ready'), content: <Ready /> },
          { id: 'paidOut', label: text('books.tab.paidOut'), content: <PaidOut /> },
        ]}
      />
    </>
  )
}
