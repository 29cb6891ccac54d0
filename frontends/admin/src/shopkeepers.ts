import type { User } from '@tuma/contracts/api'
import { api, useQuery } from '@tuma/kit/runtime'

/** Who works as an agent, and how they are reached. Not asked for where nobody is to be `wanted`. */
const useAgents = (wanted: boolean): readonly User[] =>
  useQuery(api.people.agents.queryOptions({ enabled: wanted })).data ?? []

/** Agents by their account; whoever is none any more has no entry. */
export const useAgentLookup = (): ((accountId: string) => User | undefined) => {
  const agents = useAgents(true)
  return (accountId) => agents.find(({ _id }) => _id === accountId)
}

/** Whom to call at a shop, if somebody works there. */
export const useShopkeeper = (shop: { location: string; address: string } | null): User | undefined => {
  const agents = useAgents(shop !== null)
  return agents.find(({ location, address }) => location === shop?.location && address === shop?.address)
}
