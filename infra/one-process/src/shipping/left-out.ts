import { personalKeysCollection, viewCheckpointPrefix } from '@tuma/platform/event-sourcing'
import { getNames, keptBy } from '../read-models.ts'

/** More than a day of a busy network. While more waits, a new copy is cheaper. */
const maxBytes = 64 * 1024 * 1024

/** What no shipment has: read models, which are filled from events, and keys, which are replaced at the place. */
export const leftOut = (prefix: string) => ({
  views: Object.entries(keptBy).flatMap(([service, kept]) =>
    getNames(kept).map((name) => `${prefix}${service}/${name.replace(/-v\d+$/, '')}`),
  ),
  viewCheckpoints: viewCheckpointPrefix,
  keys: personalKeysCollection,
  maxBytes,
})
