import { getEatDay } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'

/**
 * What a parcel's shop says about itself, if anything. Returns nothing while the read model is away or not filled yet,
 * so that tracking and messages still work.
 */
export const aboutIfKnown = async (
  { network, environment }: Pick<Dependencies, 'network' | 'environment'>,
  shop: { readonly name: string | null; readonly place: string } | undefined,
) => {
  if (!shop || shop.name === null) return {}
  const about = await network.about(shop.name, shop.place, getEatDay(environment.now())).catch(unlessAway)
  return about ? { shop: about } : {}
}

const unlessAway = (error: unknown): null => {
  if (error instanceof EngineAway) return null
  throw error
}
