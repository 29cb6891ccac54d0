import type { Approval } from '@tuma/contracts/api'
import { dayInWords, displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { Check, X } from '@tuma/kit/icons'
import { api, Link, useLanguage, usePages, useQuery, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, PageHeader, Tabs } from '@tuma/kit/ui'
import { useState } from 'react'
import { Paged } from '../../paged.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { useApprove, useFreshApprovals, useTakeBack } from './changes.ts'
import { Decline } from './decline.tsx'
import { toPlace } from './places.ts'
import { approvalTexts } from './texts.ts'
import { useWords } from './words.ts'

/** Requests that wait for a second admin, and the state of all others. */
export const Approvals = () => {
  const text = useText(approvalTexts)
  useFreshApprovals()
  return (
    <>
      <PageHeader title={text('approvals.title')} intro={text('approvals.intro')} />
      <Tabs
        label={text('approvals.title')}
        inAddress="tab"
        tabs={[
          { id: 'waiting', label: text('approvals.tab.waiting'), content: <Waiting /> },
          { id: 'all', label: text('approvals.tab.all'), content: <Requests /> },
        ]}
      />
    </>
  )
}

/** Requests of other admins; approved ones that the admin can do now have their own section. */
const Waiting = () => {
  const text = useText(approvalTexts)
  const { data } = useQuery(api.approvals.counts.queryOptions())
  return (
    <>
      {data && data.approved > 0 ? (
        <section className="mb-6">
          <h2 className="mb-2 text-base">{text('approvals.doNow')}</h2>
          <Requests only={{ approved: true }} />
        </section>
      ) : null}
      <Requests only={{ waiting: true }} />
    </>
  )
}

const Requests = ({ only = {} }: { only?: { waiting?: boolean; approved?: boolean } }) => {
  const text = useText(approvalTexts)
  const pages = usePages(api.approvals.list, only)
  const [declining, setDeclining] = useState<Approval | null>(null)
  const none = text(only.waiting ? 'approvals.noneWaiting' : 'approvals.none')
  return (
    <>
      {declining ? <Decline request={declining} onClose={() => setDeclining(null)} /> : null}
      <Paged pages={pages} failed={text('approvals.failed')} none={none}>
        {(rows) => (
          <DataList
            label={text('approvals.title')}
            words="many"
            look="pairs"
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('approvals.what'), primary: true, cell: (row) => <What of={row} /> },
              { header: text('approvals.for'), name: 'long plain', cell: (row) => <Whom of={row} /> },
              { header: text('approvals.askedBy'), name: 'long', cell: (row) => <AskedBy of={row} /> },
              { header: text('approvals.state'), name: 'long plain', cell: (row) => <State of={row} /> },
            ]}
            actions={(row) => <Actions of={row} onDecline={() => setDeclining(row)} />}
          />
        )}
      </Paged>
    </>
  )
}

const What = ({ of: { kind, cents } }: { of: Approval }) => {
  const text = useText(approvalTexts)
  return (
    <>
      {text(`approvals.kind.${kind}`)}
      {cents === null ? null : <span className="block whitespace-nowrap">{formatKsh(cents / 100)}</span>}
    </>
  )
}

const Whom = ({ of: row }: { of: Approval }) => {
  const words = useWords()(row)
  const { name, phone } = row
  return (
    <>
      {name}
      {phone ? <span className="block whitespace-nowrap">{displayPhone(phone)}</span> : null}
      {words ? <span className="block text-xs break-words text-ink-soft">{words}</span> : null}
    </>
  )
}

const AskedBy = ({ of: { by, own, at } }: { of: Approval }) => {
  const text = useText(approvalTexts)
  return (
    <>
      {own ? text('approvals.you') : (by.name ?? text('approvals.gone'))}
      <span className="block text-xs text-ink-soft">
        <DateTime at={at} />
      </span>
    </>
  )
}

const State = ({ of: row }: { of: Approval }) => {
  const text = useText(approvalTexts)
  const { until, reason, mayNot, own } = row
  const [language] = useLanguage()
  const day = mayNot?.day ? dayInWords(mayNot.day, language) : ''
  return (
    <>
      {useStateWord()(row)}
      {until ? (
        <span className="block text-xs text-ink-soft">
          {text('approvals.until')} <DateTime at={until} />
        </span>
      ) : null}
      {reason ? <span className="block text-xs break-words text-ink-soft">{reason}</span> : null}
      {mayNot && !own ? (
        <span className="block text-xs">{text(`approvals.mayNot.${mayNot.code}`, { day })}</span>
      ) : null}
    </>
  )
}

const useStateWord = () => {
  const text = useText(approvalTexts)
  return ({ state, alone, by, decidedBy }: Approval): string => {
    if (alone) return text('approvals.is.alone')
    if (state === 'declined' && decidedBy?.id === by.id) return text('approvals.is.takenBack')
    return text(`approvals.is.${state}`, { name: decidedBy?.name ?? text('approvals.gone') })
  }
}

const Actions = ({ of: row, onDecline }: { of: Approval; onDecline: () => void }) => {
  const text = useText(approvalTexts)
  const approve = useApprove()
  const takeBack = useTakeBack()
  const { _id: id, state, own, mayNot, name, kind } = row
  const isOpen = state === 'asked' || state === 'given'
  const of = name ?? text(`approvals.kind.${kind}`)
  if (!isOpen) return null
  if (own)
    return (
      <RowButtons>
        {state === 'given' ? (
          <Link {...toPlace(row)} className="inline-flex min-h-11 items-center px-2 font-semibold underline">
            {text('approvals.do')}
          </Link>
        ) : null}
        <RowButton
          danger
          icon={X}
          label={text('approvals.takeBack')}
          of={of}
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate({ id })}
        />
      </RowButtons>
    )
  return (
    <RowButtons>
      {state === 'asked' && mayNot === null ? (
        <RowButton
          icon={Check}
          label={text('approvals.approve')}
          of={of}
          loading={approve.isPending}
          onClick={() => void approve.ask(row)}
        />
      ) : null}
      <RowButton danger icon={X} label={text('approvals.decline')} of={of} onClick={onDecline} />
    </RowButtons>
  )
}
