import { api, calls, queryClient } from '@tuma/kit/runtime'
import type { PriceChange } from './destinations.ts'

const carryOutOne = async (change: PriceChange): Promise<void> => {
  if (change.kind === 'remove') await calls.network.removePrice({ id: change.id })
  else {
    const { kind: _, ...price } = change
    await calls.network.setPrice(price)
  }
}

/** Sends the changes one by one, then fetches the lists, also after a failure. Setting the same price changes nothing. */
export const carryOut = async (changes: readonly PriceChange[]): Promise<void> => {
  try {
    for (const change of changes) await carryOutOne(change)
  } finally {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: api.network.key() }),
      queryClient.invalidateQueries({ queryKey: api.locations.key() }),
    ])
  }
}
