import type { SentCampaign } from '@tuma/contracts/api'
import { smsOptOutLine } from '@tuma/contracts/vocabulary'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, DateTime } from '@tuma/kit/ui'
import { Paged } from '../../paged.tsx'
import { texts } from '../../texts.ts'

/** Campaigns with sender and results. Shows only the number of people, not who they are. */
export const SentCampaigns = () => {
  const text = useText(texts)
  const pages = usePages(api.marketing.campaigns, {})
  return (
    <Paged pages={pages} failed={text('campaigns.failed')} none={text('campaigns.none')}>
      {(rows) => (
        <>
          <DataList
            label={text('sms.tab.sent')}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('campaigns.message'), primary: true, cell: (row) => <Message {...row} /> },
              { header: text('campaigns.people'), cell: ({ people }) => people, align: 'end' },
              { header: text('sms.accepted'), cell: ({ accepted }) => accepted, align: 'end' },
              { header: text('campaigns.arrived'), cell: ({ arrived }) => arrived, align: 'end' },
              { header: text('campaigns.failedOf'), cell: (row) => <Failed {...row} />, align: 'end' },
            ]}
          />
          <p className="t-hint mt-3">{text('campaigns.hint')}</p>
        </>
      )}
    </Paged>
  )
}

const Message = ({ message, by, createdAt }: SentCampaign) => {
  const text = useText(texts)
  return (
    <>
      <span className="whitespace-pre-wrap wrap-anywhere">{message.replace(smsOptOutLine, '')}</span>
      <span className="block text-xs font-normal text-ink-soft">
        <DateTime at={createdAt} /> · {by?.name ?? text('history.gone')}
      </span>
    </>
  )
}

/** How many did not get the message, and why. */
const Failed = ({ refused, undelivered, unanswered, beyondBudget, optedOut }: SentCampaign) => {
  const text = useText(texts)
  const why = { refused: refused + undelivered, unanswered, beyondBudget, optedOut }
  const all = Object.values(why).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {all}
      {(['refused', 'unanswered', 'beyondBudget', 'optedOut'] as const).map((reason) =>
        why[reason] > 0 ? (
          <span key={reason} className="block text-xs text-ink-soft">
            {text(`campaigns.${reason}`, { count: why[reason] })}
          </span>
        ) : null,
      )}
    </>
  )
}
