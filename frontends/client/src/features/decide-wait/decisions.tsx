import { api, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ButtonLink } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { Decision } from './decision.tsx'

/** More would push the dashboard off a phone. The list shows all of them. */
const shown = 2

/** The open decisions of this sender, always fresh. */
export const useDecisions = () => {
  const { username } = useUser()
  const input = { username, trouble: 'asked' as const, limit: shown + 1 }
  return useQuery(api.deliveries.ownDukani.queryOptions({ input, refetchOnMount: 'always' }))
}

/** The open decisions of this sender, above all else. Draws nothing where there are none. */
export const Decisions = () => {
  const text = useText(texts)
  const { data = [] } = useDecisions()
  if (data.length === 0) return null
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {data.slice(0, shown).map((delivery) => (
        <Decision
          key={delivery._id}
          delivery={delivery}
          to={`/Client/delivery/${delivery.deliveryType}/${delivery._id}`}
        />
      ))}
      {data.length > shown ? (
        <ButtonLink to="/Client/delivery-history?trouble=asked" variant="secondary" className="justify-self-start">
          {text('decide.all')}
        </ButtonLink>
      ) : null}
    </div>
  )
}
