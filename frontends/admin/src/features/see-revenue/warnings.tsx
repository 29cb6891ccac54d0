import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** What misleads people until it is mended, messages that are parked or have not been sent, what is damaged and what is behind; else nothing. */
export const Warnings = () => {
  const text = useText(texts)
  const { data: parked = [] } = useQuery(api.operations.parked.queryOptions())
  const { data: lists } = useQuery(api.operations.readModels.queryOptions())
  const { behind = [], lagging = [], damaged = [] } = lists ?? {}
  const { data: unsent = [] } = useQuery(api.operations.unsent.queryOptions({ input: { limit: 1 } }))
  const { data: { warnings } = { warnings: [] } } = useQuery(api.operations.startWarnings.queryOptions())
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {warnings.map((warning) => (
        <Warning
          key={warning}
          tone="warning"
          says={text(`start.${warning}`)}
          {...(warning === 'emails_stay' ? { to: '/Admin/users', look: text('users.title') } : {})}
        />
      ))}
      {parked.length > 0 ? <Warning says={text('parked.some', { count: parked.length })} to="/Admin/parked" /> : null}
      {damaged.length > 0 ? (
        <Warning says={text('damaged.some', { count: damaged.length })} to="/Admin/parked" />
      ) : null}
      {behind.length > 0 ? <Warning says={text('behind.some', { count: behind.length })} to="/Admin/parked" /> : null}
      {lagging.length > 0 ? <Warning says={text('lag.some')} to="/Admin/parked" /> : null}
      {unsent.length > 0 ? <Warning says={text('unsent.some')} to="/Admin/unsent" /> : null}
    </div>
  )
}

type Says = { says: string; to?: string; look?: string; tone?: 'info' | 'warning' }

const Warning = ({ says, to, look, tone = 'info' }: Says) => {
  const text = useText(texts)
  return (
    <Notice tone={tone}>
      {says}{' '}
      {to ? (
        <Link to={to} className="inline-block py-2 font-semibold underline">
          {look ?? text('parked.look')}
        </Link>
      ) : null}
    </Notice>
  )
}
