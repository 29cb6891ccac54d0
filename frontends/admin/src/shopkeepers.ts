import type { User } from '@tuma/contracts/api'
import { api, useQuery } from '@tuma/kit/runtime'

/** The agents, and how to reach them. Loaded only if `wanted`. */
const useAgents = (wanted: boolean): readonly User[] =>
  useQuery(api.people.agents.queryOptions({ enabled: wanted })).data ?? []

/** Agents by account; a former agent has no entry. */
export const useAgentLookup = (): ((accountId: string) => User | undefined) => {
  const agents = useAgents(true)
  return (accountId) => agents.find(({ _id }) => _id === accountId)
}

/** An agent to call at a shop, if one works there. */
export const useShopkeeper = (shop: { location: string; address: string } | null): User | undefined => {
  const agents = useAgents(shop !== null)
  return agents.find(({ location, address }) => location === shop?.location && address === shop?.address)
}
