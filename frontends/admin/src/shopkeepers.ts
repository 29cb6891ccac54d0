import type { User } from '@tuma/contracts/api'
import { api, useQuery } from '@tuma/kit/runtime'

/** The agents with their contacts. Fetched only if `wanted`. */
const useAgents = (wanted: boolean): readonly User[] =>
  useQuery(api.people.agents.queryOptions({ enabled: wanted })).data ?? []

/** Finds agents by account; former agents are not found. */
export const useAgentLookup = (): ((accountId: string) => User | undefined) => {
  const agents = useAgents(true)
  return (accountId) => agents.find(({ _id }) => _id === accountId)
}

/** The agent to call at a shop, if the shop has one. */
export const useShopkeeper = (shop: { location: string; address: string } | null): User | undefined => {
  const agents = useAgents(shop !== null)
  return agents.find(({ location, address }) => location === shop?.location && address === shop?.address)
}
