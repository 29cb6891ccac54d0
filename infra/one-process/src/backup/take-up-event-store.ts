import { type EngineSettings, openEngines } from '@tuma/platform/engines'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { isInUse, toCheckpoints } from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import { CannotStart } from '@tuma/platform/runtime'
import { getNames, keptBy } from '../read-models.ts'
import { assertDataAreThere, plainly } from '../rebuild-view.ts'

/**
 * Ties the data to the event store that EVENTSTORE_URL names, though they were tied to another one. All read models are
 * emptied here, and the next start fills them from the first event on. After a kill it may be run again.
 * @returns what was done, in a sentence. @throws CannotStart with a sentence that says what is missing or in the way
 */
export const takeUpEventStore = async (settings: EngineSettings): Promise<string> => {
  const { EVENTSTORE_URL: url } = settings
  if (!url) throw new CannotStart('EVENTSTORE_URL is missing: name the event store that these data are to belong to.')
  assertDataAreThere(settings)
  const product = await openEngines(settings, { cacheMayBeAway: false }).catch(plainly(settings))
  try {
    await assertStopped(product)
    await takeUp(product, url, settings.ENGINE_PREFIX)
  } catch (error) {
    plainly(settings)(error)
  } finally {
    await product.close()
  }
  return 'These data belong to the event store in EVENTSTORE_URL from now on. The next start fills all read models from its first event on, and publishes all of its events again.'
}

const assertStopped = async (product: ProcessEngines): Promise<void> => {
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of getNames(kept))
      if (await isInUse({ service, engines: product.of(service) }, view))
        throw new CannotStart(
          `${service} is running, or was a moment ago. Stop all processes of all services, then run this again.`,
        )
}

const takeUp = async (product: ProcessEngines, url: string, prefix: string): Promise<void> => {
  const store = await openEventStoreDb({ url })
  try {
    for (const [service, kept] of Object.entries(keptBy)) {
      const { documents } = product.of(service)
      await store.takeUp(prefix + service, documents, async () => {
        for (const view of getNames(kept)) await documents.drop(view, toCheckpoints(view))
      })
    }
  } finally {
    await store.close()
  }
}
