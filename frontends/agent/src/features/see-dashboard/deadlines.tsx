import { deadlineWords, isLate } from '@tuma/contracts/vocabulary'
import { ChevronRight } from '@tuma/kit/icons'
import { api, Link, useLanguage, usePages, useServerTime, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** How many parcels of the shop have a deadline, and how much time the first one has left. */
export const Deadlines = () => {
  const text = useText(texts)
  const { query, total, totalMore } = usePages(api.counter.toDo, { limit: 1 })
  return (
    <Link to="/Agent/to-do" data-none={total === 0 || undefined}>
      <strong>{total === undefined ? '…' : `${total}${totalMore ? '+' : ''}`}</strong>
      <span>{text('todo.deadlines')}</span>
      <FirstDeadline by={query.data?.[0]?.dueAt} />
      <ChevronRight size={18} aria-hidden />
    </Link>
  )
}

const FirstDeadline = ({ by }: { by: string | undefined }) => {
  const [language] = useLanguage()
  const now = useServerTime()
  if (by === undefined) return null
  return (
    <span className="counter-first-deadline" data-late={isLate(by, now) || undefined}>
      {deadlineWords(by, now, language)}
    </span>
  )
}
