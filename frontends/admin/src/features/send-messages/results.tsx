import type { ApiOutputs } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Card, DataList } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

type Result = ApiOutputs['marketing']['sendBulkSms']['results'][number]

/** What became of the last sending, recipient by recipient; those who got nothing first. */
export const Results = ({ results }: { results: readonly Result[] }) => {
  const text = useText(texts)
  const rows = results.toSorted((one, other) => Number(one.accepted) - Number(other.accepted))
  return (
    <Card className="grid gap-3">
      <h2>{text('sms.results')}</h2>
      <DataList
        label={text('sms.results')}
        rows={rows}
        rowKey={({ phone }) => phone}
        columns={[
          { header: text('people.phone'), primary: true, cell: ({ phone }) => displayPhone(phone) },
          {
            header: text('sms.result'),
            cell: ({ accepted, reason }) =>
              accepted ? (
                text('sms.accepted')
              ) : (
                <span className="text-danger">{text(`sms.reason.${reason ?? 'refused'}`)}</span>
              ),
          },
        ]}
      />
    </Card>
  )
}
