import type { ApiOutputs } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Button, Card, DataList } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

type Result = ApiOutputs['marketing']['sendBulkSms']['results'][number]

/** The result of the last sending in one line, and who got nothing and why; the others are folded. */
export const Results = ({ results }: { results: readonly Result[] }) => {
  const text = useText(texts)
  const [all, setAll] = useState(false)
  const without = results.filter(({ accepted }) => !accepted)
  const withIt = results.filter(({ accepted }) => accepted)
  const unanswered = without.filter(({ reason }) => reason === 'unanswered').length
  const shown = all ? [...without, ...withIt] : without
  return (
    <Card className="grid gap-3">
      <h2>{text('sms.results')}</h2>
      <Sums sent={withIt.length} refused={without.length - unanswered} unanswered={unanswered} />
      {shown.length > 0 ? <Each rows={shown} /> : null}
      {withIt.length > 0 ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? text('sms.came.fewer') : text('sms.came.all', { count: results.length })}
        </Button>
      ) : null}
    </Card>
  )
}

type Came = { readonly sent: number; readonly refused: number; readonly unanswered: number }

/** The result for all that match: only the number of people, not who they are. */
export const ResultOfAll = (came: Came) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-3">
      <h2>{text('sms.results')}</h2>
      <Sums {...came} />
    </Card>
  )
}

const Sums = ({ sent, refused, unanswered }: Came) => {
  const text = useText(texts)
  return (
    <p className="flex flex-wrap gap-x-4 font-semibold">
      <span>{text('sms.came.sent', { count: sent })}</span>
      <span className={refused > 0 ? 'text-danger' : 'text-ink-soft'}>
        {text('sms.came.refused', { count: refused })}
      </span>
      <span className={unanswered > 0 ? 'text-danger' : 'text-ink-soft'}>
        {text('sms.came.unanswered', { count: unanswered })}
      </span>
    </p>
  )
}

const Each = ({ rows }: { rows: readonly Result[] }) => {
  const text = useText(texts)
  return (
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
  )
}
