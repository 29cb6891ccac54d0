import { useServerTime, useText } from '@tuma/kit/runtime'
import { DateTime, formatDateTime } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago it was requested, and beside it, where there is room, when. */
export const Age = ({ at }: { at: string }) => {
  const text = useText(texts)
  const age = Date.parse(useServerTime()) - Date.parse(at)
  const said = () => {
    if (age < minute) return text('age.now')
    if (age < hour) return text('age.minutes', { count: Math.floor(age / minute) })
    if (age < 2 * hour) return text('age.hour')
    if (age < 2 * day) return text('age.hours', { count: Math.floor(age / hour) })
    return text('age.days', { count: Math.floor(age / day) })
  }
  return (
    <>
      <span className="counter-age" title={formatDateTime(at)}>
        {said()}
      </span>
      <span className="counter-exact">
        <DateTime at={at} />
      </span>
    </>
  )
}
