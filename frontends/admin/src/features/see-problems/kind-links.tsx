import type { Problems } from '@tuma/contracts/api'
import { Link, useNavigate, useText } from '@tuma/kit/runtime'
import { countedTo, InOneLine } from '../../in-one-line.tsx'
import { kinds, linkTo } from './kinds.ts'
import { problemTexts } from './texts.ts'

const overview = 'overview'
const pathOf = (one: (typeof kinds)[number] | typeof overview): string =>
  one === overview ? '/Admin/problems' : linkTo(one)

/** How many of each kind there are, and the way to them; by shop is the way back to what stands beneath. */
export const KindLinks = ({ counts, chosen }: { counts: Problems['counts']; chosen: string | null }) => {
  const text = useText(problemTexts)
  const goTo = useNavigate()
  const all = [overview, ...kinds] as const
  return (
    <nav className="mb-4" aria-label={text('problems.kinds')}>
      <InOneLine
        label={text('problems.kinds')}
        choices={all.map((value) => ({
          ...{ value, label: text(`problems.${value}`) },
          count: value === overview ? undefined : countedTo(counts[value]),
        }))}
        chosen={kinds.find((kind) => kind === chosen) ?? overview}
        onChoose={(one) => void goTo(pathOf(one))}
      >
        {({ value, label, count }) => {
          const isChosen = value === (chosen ?? overview)
          return (
            <Link
              key={value}
              to={pathOf(value)}
              className="t-button"
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
        }}
      </InOneLine>
    </nav>
  )
}
