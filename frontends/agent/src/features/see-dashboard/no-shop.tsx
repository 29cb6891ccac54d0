import { Hourglass } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { EmptyState } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** For an agent to whom the office has given no shop yet. */
export const NoShop = () => {
  const text = useText(texts)
  return (
    <EmptyState title={text('dashboard.awaiting')} icon={Hourglass}>
      <p className="max-w-prose text-ink-soft">{text('dashboard.awaitingWhy')}</p>
    </EmptyState>
  )
}
