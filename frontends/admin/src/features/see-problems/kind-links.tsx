import type { Problems } from '@tuma/contracts/api'
import { Link, useNavigate, useText } from '@tuma/kit/runtime'
import { InOneLine } from '../../in-one-line.tsx'
import { kinds, linkTo } from './kinds.ts'
import { problemTexts } from './texts.ts'

/** How many of each kind there are, and the way to them; by shop is the way back to what stands beneath. */
export const KindLinks = ({ counts, chosen }: { counts: Problems['counts']; chosen: string | null }) => {
  const text = useText(problemTexts)
  const goTo = useNavigate()
  const many = (kind: (typeof kinds)[number]): string => {
    const { count, more } = counts[kind]
    return `${count.toLocaleString('en')}${more ? '+' : ''}`
  }
  const look = (isChosen: boolean) => ({
    className: 't-button',
    'data-size': 'small',
    'data-variant': isChosen ? 'primary' : 'secondary',
    'aria-current': isChosen ? ('page' as const) : undefined,
  })
  return (
    <nav className="mb-4" aria-label={text('problems.kinds')}>
      <InOneLine
        otherwise={
          <select
            className="t-input"
            aria-label={text('problems.kinds')}
            value={chosen ?? ''}
            onChange={({ target: { value } }) =>
              goTo(kinds.some((kind) => kind === value) ? linkTo(value as (typeof kinds)[number]) : '/Admin/problems')
            }
          >
            <option value="">{text('problems.overview')}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {`${text(`problems.${kind}`)} ${many(kind)}`}
              </option>
            ))}
          </select>
        }
      >
        <Link to="/Admin/problems" {...look(chosen === null)}>
          {text('problems.overview')}
        </Link>
        {kinds.map((kind) => (
          <Link key={kind} to={linkTo(kind)} {...look(chosen === kind)}>
            {text(`problems.${kind}`)} <span className="t-count">{many(kind)}</span>
          </Link>
        ))}
      </InOneLine>
    </nav>
  )
}
