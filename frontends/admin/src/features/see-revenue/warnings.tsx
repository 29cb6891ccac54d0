import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Messages that are parked and lists that are behind; says nothing while there are none. */
export const Warnings = () => {
  const text = useText(texts)
  const { data: parked = [] } = useQuery(api.operations.parked.queryOptions())
  const { data: { behind } = { behind: [] } } = useQuery(api.operations.readModels.queryOptions())
  return (
    <div className="mt-6 grid gap-3 empty:hidden">
      {parked.length > 0 ? <Warning says={text('parked.some', { count: parked.length })} /> : null}
      {behind.length > 0 ? <Warning says={text('behind.some', { count: behind.length })} /> : null}
    </div>
  )
}

const Warning = ({ says }: { says: string }) => {
  const text = useText(texts)
  return (
    <Notice>
      {says}{' '}
      <Link to="/Admin/parked" className="inline-block py-2 font-semibold underline">
        {text('parked.look')}
      </Link>
    </Notice>
  )
}
