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
    <div className="mt-6 grid gap-3 empty:hidden">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {text(`start.${warning}`)}
        </Notice>
      ))}
      {parked.length > 0 ? <Warning says={text('parked.some', { count: parked.length })} /> : null}
      {damaged.length > 0 ? <Warning says={text('damaged.some', { count: damaged.length })} /> : null}
      {behind.length > 0 ? <Warning says={text('behind.some', { count: behind.length })} /> : null}
      {lagging.length > 0 ? <Warning says={text('lag.some')} /> : null}
      {unsent.length > 0 ? <Warning says={text('unsent.some')} to="/Admin/unsent" /> : null}
    </div>
  )
}

const Warning = ({ says, to = '/Admin/parked' }: { says: string; to?: string }) => {
  const text = useText(texts)
  return (
    <Notice>
      {says}{' '}
      <Link to={to} className="inline-block py-2 font-semibold underline">
        {text('parked.look')}
      </Link>
    </Notice>
  )
}
