import type { Delivery } from '@tuma/contracts/api'
import { CalendarClock, Undo2 } from '@tuma/kit/icons'
import { Link, useText } from '@tuma/kit/runtime'
import { Button, formatDay, formatDayAndMonth } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { isAsked, useDecide, type Waits } from './deciding.ts'

/** What the sender must decide about a parcel that was not collected. `to`: the parcel's page, for other screens. */
export const Decision = ({ delivery, to }: { delivery: Delivery; to?: string }) => {
  const { waiting } = delivery
  return waiting && isAsked(delivery) ? <Asked delivery={delivery} waiting={waiting} to={to} /> : null
}

const Asked = ({ delivery, waiting, to }: { delivery: Delivery; waiting: Waits; to: string | undefined }) => {
  const text = useText(texts)
  const { ask, pending } = useDecide(delivery)
  const { trackingId, receiver } = delivery
  const { until, mayWait, longerUntil } = waiting
  return (
    <section aria-label={text('decide.about', { id: trackingId })} className="t-notice" data-tone="warning">
      <div className="grid min-w-0 grow gap-2">
        <h2 className="text-base">{text('decide.title')}</h2>
        <p>
          {to ? <Link to={to}>{trackingId}</Link> : null} {text('decide.for', { name: receiver.name })}{' '}
          {until ? text('decide.until', { day: formatDay(until) }) : null} {mayWait ? null : text('decide.noLonger')}
        </p>
        <div className="flex flex-wrap gap-2.5">
          {mayWait ? (
            <Button icon={CalendarClock} loading={pending === 'wait'} onClick={() => void ask('wait')}>
              {longerUntil ? text('decide.wait', { day: formatDayAndMonth(longerUntil) }) : text('decide.longer')}
            </Button>
          ) : null}
          <Button variant="secondary" icon={Undo2} loading={pending === 'back'} onClick={() => void ask('back')}>
            {text('decide.back')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** The sender can have the parcel back before we ask for a decision. */
export const HaveItBack = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const { ask, pending } = useDecide(delivery)
  if (!delivery.waiting || isAsked(delivery) || delivery.held) return null
  return (
    <Button variant="quiet" icon={Undo2} loading={pending !== null} onClick={() => void ask('back')}>
      {text('decide.back')}
    </Button>
  )
}
