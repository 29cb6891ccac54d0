import { getEatDay } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'

/**
 * What a parcel's shop says of itself, if there is one and it says something. Where its list is away or not filled yet, the parcel
 * is still to be found, and its people are still to be told.
 */
export const aboutIfKnown = async (
  { network, surroundings }: Pick<Dependencies, 'network' | 'surroundings'>,
  shop: { readonly name: string | null; readonly place: string } | undefined,
) => {
  if (!shop || shop.name === null) return {}
  const about = await network.about(shop.name, shop.place, getEatDay(surroundings.now())).catch(unlessAway)
  return about ? { shop: about } : {}
}

const unlessAway = (error: unknown): null => {
  if (error instanceof EngineAway) return null
  throw error
}
