import type { Problems } from '@tuma/contracts/api'
import { Link, useNavigate, useText } from '@tuma/kit/runtime'
import { countedTo, InOneLine } from '../../in-one-line.tsx'
import { kinds, linkTo } from './kinds.ts'
import { problemTexts } from './texts.ts'

const overview = 'overview'
const buildPath = (one: (typeof kinds)[number] | typeof overview): string =>
  one === overview ? '/Admin/problems' : linkTo(one)

/** The count of each kind and the link to it; "By shop" leads back to the overview below. */
export const KindLinks = ({ counts, chosen }: { counts: Problems['counts']; chosen: string | null }) => {
  const text = useText(problemTexts)
  const goTo = useNavigate()
  const all = [overview, ...kinds] as const
  const choices = all.map((value) => ({
    ...{ value, label: text(`problems.${value}`) },
    count: value === overview ? undefined : countedTo(counts[value]),
  }))
  const link = ({
    value,
    label,
    count,
  }: {
    value: (typeof all)[number]
    label: string
    count?: string | undefined
  }) => <Kind key={value} to={buildPath(value)} label={label} count={count} isChosen={value === (chosen ?? overview)} />
  return (
    <nav className="mb-4" aria-label={text('problems.kinds')}>
      {chosen === null ? (
        // Before a choice, people come for the counts, so these may take several lines.
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">{choices.map(link)}</div>
      ) : (
        <InOneLine
          label={text('problems.kinds')}
          choices={choices}
          chosen={kinds.find((kind) => kind === chosen) ?? overview}
          onChoose={(one) => void goTo(buildPath(one))}
        >
          {link}
        </InOneLine>
      )}
    </nav>
  )
}

/** A count of zero is shown in a quiet colour. */
const Kind = (props: { to: string; label: string; count: string | undefined; isChosen: boolean }) => {
  const { to, label, count, isChosen } = props
  const isNone = count === '0' && !isChosen
  return (
    <Link
      to={to}
      className={`t-button max-sm:min-w-0 max-sm:justify-between max-sm:whitespace-normal max-sm:text-left ${isNone ? 'font-normal text-ink-soft' : ''}`}
      data-size="small"
      data-variant={isChosen ? 'primary' : 'secondary'}
      aria-current={isChosen ? 'page' : undefined}
    >
      {label}
      {count ? (
        <>
          {' '}
          <span className="t-count">{count}</span>
        </>
      ) : null}
    </Link>
  )
}
