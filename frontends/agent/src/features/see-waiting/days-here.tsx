import { eatDaysSince } from '@tuma/contracts/vocabulary'
import { useServerTime, useText } from '@tuma/kit/runtime'
import { formatDateTime } from '@tuma/kit/ui'
import { troubleTexts } from '../../trouble-texts.ts'

/** So many days of Nairobi, to be read from across the counter. */
export const DaysHere = ({ since }: { since: string }) => {
  const text = useText(troubleTexts)
  const days = eatDaysSince(since, useServerTime())
  const said = days < 1 ? text('waiting.today') : text(days === 1 ? 'waiting.day' : 'waiting.days', { count: days })
  return (
    <span className="waiting-days" title={formatDateTime(since)}>
      {said.split(/(\d+)/).map((part) => (/\d/.test(part) ? <strong key={part}>{part}</strong> : part))}
    </span>
  )
}
