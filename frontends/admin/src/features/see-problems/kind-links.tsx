import type { Problems } from '@tuma/contracts/api'
import { Link, useText } from '@tuma/kit/runtime'
import { kinds, linkTo } from './kinds.ts'
import { problemTexts } from './texts.ts'

/** How many of each kind there are, and the way to them; by shop is the way back to what stands beneath. */
export const KindLinks = ({ counts, chosen }: { counts: Problems['counts']; chosen: string | null }) => {
  const text = useText(problemTexts)
  const look = (isChosen: boolean) => ({
    className: 't-button',
    'data-size': 'small',
    'data-variant': isChosen ? 'primary' : 'secondary',
    'aria-current': isChosen ? ('page' as const) : undefined,
  })
  return (
    <nav className="mb-4 flex flex-wrap gap-2" aria-label={text('problems.kinds')}>
      <Link to="/Admin/problems" {...look(chosen === null)}>
        {text('problems.overview')}
      </Link>
      {kinds.map((kind) => {
        const { count, more } = counts[kind]
        return (
          <Link key={kind} to={linkTo(kind)} {...look(chosen === kind)}>
            {text(`problems.${kind}`)}{' '}
            <span className="t-count">{`${count.toLocaleString('en')}${more ? '+' : ''}`}</span>
          </Link>
        )
      })}
    </nav>
  )
}
