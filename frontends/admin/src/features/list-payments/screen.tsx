import type { AdminPayment } from '@tuma/contracts/api'
import { paymentTabs } from '@tuma/contracts/vocabulary'
import { api, Link, usePages, useQuery, useText } from '@tuma/kit/runtime'
import { Button, EmptyState, PageHeader, SearchField } from '@tuma/kit/ui'
import { useState } from 'react'
import { ChooseTab } from '../../choose-tab.tsx'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'
import { type Act, LetPass, Rebind, Release } from './acts.tsx'
import { useFilters } from './filters.ts'
import { PaymentHistory } from './history.tsx'
import { Refund } from './refund.tsx'
import { Registering } from './registering.tsx'
import { Table } from './table.tsx'
import { UnreadMessages } from './unread-messages.tsx'

const dialogs = { letPass: LetPass, release: Release, rebind: Rebind, refund: Refund, history: PaymentHistory }

/** Money paid to the till: the evidence, the payer, and what an admin may do. */
export const Payments = () => {
  const text = useText(texts)
  const { tab, search, put, putSearch, clear } = useFilters()
  const counts = useQuery(api.adminPayments.counts.queryOptions())
  return (
    <>
      <PageHeader
        title={text('payments.title')}
        intro={<span className="[@media(height<45rem)]:hidden">{text('payments.intro')}</span>}
      >
        <Link to="/Admin/statements" className="t-button" data-variant="secondary" data-size="normal">
          {text('payments.statements')}
        </Link>
        <Registering />
        <UnreadMessages />
      </PageHeader>
      <ChooseTab
        label={text('payments.which')}
        tabs={paymentTabs}
        nameOf={(one) => text(`payments.tab.${one}`)}
        tab={tab}
        counts={counts}
        onChoose={(chosen) => put('tab', chosen === 'all' ? '' : chosen)}
      />
      <search className="mt-3 mb-3 block max-w-xl">
        <SearchField label={text('payments.search')} value={search ?? ''} onSearch={putSearch} />
      </search>
      <Matching filters={{ tab, search }} onClear={tab === 'all' && !search ? undefined : clear} />
    </>
  )
}

type Wanted = Parameters<typeof usePages<Parameters<typeof api.adminPayments.list.call>[0], AdminPayment>>[1]
type Open = { readonly what: Act | 'history'; readonly payment: AdminPayment }

const Matching = ({ filters, onClear }: { filters: Wanted; onClear: (() => void) | undefined }) => {
  const text = useText(texts)
  const pages = usePages(api.adminPayments.list, filters)
  const [open, setOpen] = useState<Open | null>(null)
  const Opened = open && dialogs[open.what]
  return (
    <>
      {Opened ? (
        <Opened
          payment={pages.query.data?.find(({ _id }) => _id === open.payment._id) ?? open.payment}
          onClose={() => setOpen(null)}
        />
      ) : null}
      <Paged
        pages={pages}
        failed={text('payments.failed')}
        none={
          <EmptyState title={text('payments.none')}>
            {onClear ? (
              <Button variant="secondary" onClick={onClear}>
                {text('payments.showAll')}
              </Button>
            ) : null}
          </EmptyState>
        }
      >
        {(rows) => <Table rows={rows} onAct={(what, payment) => setOpen({ what, payment })} />}
      </Paged>
    </>
  )
}
