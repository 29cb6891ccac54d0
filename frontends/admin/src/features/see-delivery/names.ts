import type { Happening } from '@tuma/contracts/api'
import { api, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/**
 * Who did something, in words: "Agent Otieno Odhiambo". Names are known of agents and of oneself, a client is the parcel's
 * owner; of others (an agent who left) the account's id is.
 */
export const useNameOf = (owner: string | null) => {
  const text = useText(texts)
  const me = useUser()
  const agents = useQuery(api.people.agents.queryOptions())
  const nameOf = (id: string): string => [me, ...(agents.data ?? [])].find(({ _id }) => _id === id)?.name ?? id
  return ({ kind, role, id }: Happening['by']): string => {
    if (kind === 'visitor') return text('history.visitor')
    if (kind === 'system') return id ? text('history.systemNamed', { name: id }) : text('history.system')
    const roleName = role === 'user' || role === 'agent' || role === 'admin' ? text(`role.${role}`) : ''
    if (role === 'user' && owner) return `${roleName} @${owner}`
    return [roleName, id && nameOf(id)].filter(Boolean).join(' ')
  }
}
