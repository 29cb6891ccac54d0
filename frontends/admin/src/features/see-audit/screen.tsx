import type { SecurityEvent } from '@tuma/contracts/api'
import { getEatDay, securityEventKinds } from '@tuma/contracts/vocabulary'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { Button, PageHeader, Select, TextField } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { dayIn, idIn, oneOf, useAddress } from '../../address.ts'
import { ChooseUser } from '../../choose-user.tsx'
import { FileLink } from '../../file-link.tsx'
import { OfficeFilters } from '../../office-filters.tsx'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'
import { Table } from './table.tsx'

/** `?kind=admin-act&account=…&day=2026-11-22`; invalid values are left out. */
const filtersIn = (address: URLSearchParams) => ({
  kind: oneOf(securityEventKinds, address.get('kind')),
  account: idIn(address.get('account')),
  day: dayIn(address.get('day')),
})

/** The account of the filter. Its name is never in the address. */
type Account = { readonly id: string; readonly name: string | null }

/** Audit log, newest first. No user can change or delete entries. */
export const Audit = () => {
  const text = useText(texts)
  const { address, put, clear } = useAddress()
  const filters = filtersIn(address)
  const [chosen, setChosen] = useState<Account | null>(null)
  const only = (account: Account): void => {
    setChosen(account)
    put('account', account.id)
  }
  const account = chosen?.id === filters.account ? chosen : null
  const said = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, or is further down in the new list, so the focus moves to the filter.
  useEffect(() => {
    if (account) said.current?.focus()
  }, [account])
  return (
    <>
      <PageHeader
        title={text('audit.title')}
        intro={<span className="[@media(height<45rem)]:hidden">{text('audit.intro')}</span>}
      >
        <FileLink of="/api/admin/audit.csv" filters={filters} />
      </PageHeader>
      <OfficeFilters
        search={
          <ChooseUser
            asked
            label={text('audit.person')}
            found={text('audit.accounts')}
            userId={filters.account ?? ''}
            onChoose={({ _id, name }) => only({ id: _id, name })}
          />
        }
        chosen={[filters.kind, filters.day].filter((one) => one !== undefined).length}
        beneath={
          Object.values(filters).some((value) => value !== undefined) ? (
            <>
              {filters.account ? (
                <p ref={said} tabIndex={-1} className="break-words">
                  {text('audit.onlyOf', { who: account?.name ?? filters.account })}
                </p>
              ) : null}
              <Button variant="quiet" size="small" onClick={clear}>
                {text('deliveries.clear')}
              </Button>
            </>
          ) : null
        }
      >
        <Select
          label={text('audit.kind')}
          placeholder={text('audit.anyKind')}
          value={filters.kind ?? ''}
          onChange={(event) => put('kind', event.target.value)}
          options={securityEventKinds.map((value) => ({ value, label: text(`audit.kind.${value}`) }))}
          aria-required={false}
        />
        <TextField
          label={text('audit.day')}
          type="date"
          max={getEatDay(new Date().toISOString())}
          value={filters.day ?? ''}
          onChange={(event) => put('day', event.target.value)}
          aria-required={false}
        />
      </OfficeFilters>
      <Found filters={filters} onAccount={only} />
    </>
  )
}

type Wanted = Parameters<typeof usePages<Parameters<typeof api.audit.events.call>[0], SecurityEvent>>[1]

const Found = ({ filters, onAccount }: { filters: Wanted; onAccount: (account: Account) => void }) => {
  const text = useText(texts)
  const pages = usePages(api.audit.events, filters)
  return (
    <Paged pages={pages} failed={text('audit.failed')} none={text('audit.none')}>
      {(rows) => <Table rows={rows} onAccount={onAccount} />}
    </Paged>
  )
}
