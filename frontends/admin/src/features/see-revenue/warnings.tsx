import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Wrong settings, damaged records, what the daily check found and lists that are behind; empty if there are none. */
export const Warnings = () => {
  const text = useText(texts)
  const { data: lists } = useQuery(api.operations.readModels.queryOptions())
  const { behind = [], lagging = [], damaged = [], damagedCollections = [], degraded = [], backup } = lists ?? {}
  const { findings = [] } = lists ?? {}
  const { data: { warnings } = { warnings: [] } } = useQuery(api.operations.startWarnings.queryOptions())
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {warnings.map((warning) => (
        <Warning
          key={warning}
          tone="warning"
          says={text(`start.${warning}`)}
          {...(warning === 'emails_stay' ? { to: '/Admin/users', look: text('users.title') } : {})}
        />
      ))}
      {degraded.length > 0 ? <Warning says={text('engine.some')} to="/Admin/system" /> : null}
      {backup ? <Warning says={text('backup.title')} to="/Admin/system" tone="warning" /> : null}
      {damaged.length > 0 ? (
        <Warning says={text('damaged.some', { count: damaged.length })} to="/Admin/system" />
      ) : null}
      {damagedCollections.length > 0 ? (
        <Warning says={text('damagedLists.some', { count: damagedCollections.length })} to="/Admin/system" />
      ) : null}
      {findings.length > 0 ? (
        <Warning says={text('dailyCheck.some', { count: findings.length })} to="/Admin/system" />
      ) : null}
      {behind.length > 0 ? <Warning says={text('behind.some', { count: behind.length })} to="/Admin/system" /> : null}
      {lagging.length > 0 ? <Warning says={text('lag.some')} to="/Admin/system" /> : null}
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
        <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline">
          {look ?? text('parked.look')}
        </Link>
      ) : null}
    </Notice>
  )
}
