import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Says nothing while nothing is parked. */
export const ParkedCard = () => {
  const text = useText(texts)
  const { data: parked = [] } = useQuery(api.operations.parked.queryOptions())
  if (parked.length === 0) return null
  return (
    <div className="mt-6">
      <Notice>
        {text('parked.some', { count: parked.length })}{' '}
        <Link to="/Admin/parked" className="inline-block py-2 font-semibold underline">
          {text('parked.look')}
        </Link>
      </Notice>
    </div>
  )
}
