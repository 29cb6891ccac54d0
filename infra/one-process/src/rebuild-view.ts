import { type EngineSettings, keepsFile, openEngines } from '@tuma/platform/engines'
import { emptyView } from '@tuma/platform/event-sourcing'
import { EngineAway, type ProcessEngines } from '@tuma/platform/ports'
import { assertFolderIsThere, CannotStart, explainStartError } from '@tuma/platform/runtime'
import { getNames, keptBy } from './read-models.ts'

/**
 * Empties one read model of a stopped service, which the service's next start fills again. Other services may run.
 * @param asked service and read model, as an operator typed them
 * @returns what was done, in a sentence
 * @throws CannotStart with a sentence that says what is wrong or in the way
 */
export const rebuildView = async (asked: readonly string[], settings: EngineSettings): Promise<string> => {
  const [service = '', view = ''] = asked
  const kept = Object.hasOwn(keptBy, service) ? keptBy[service] : undefined
  if (asked.length !== 2 || !kept || !getNames(kept).includes(view)) throw new CannotStart(whichThereAre(asked))
  assertDataAreThere(settings)
  const product = await openEngines(settings, { cacheMayBeAway: false }).catch(plainly(settings))
  try {
    return await rebuilt(product, service, view).catch(plainly(settings))
  } finally {
    await product.close()
  }
}

const rebuilt = async (product: ProcessEngines, service: string, view: string): Promise<string> => {
  const engines = product.of(service)
  // Not an error, because an operator may run a killed rebuild again.
  if (!(await engines.documents.collections()).includes(view))
    return `These data hold no ${view} of ${service}: a start of this release fills it from the first event on.`
  const { readModels: views } = keptBy[service] as (typeof keptBy)[string]
  const done = await emptyView({ service, engines, views }, view)
  if (!done)
    throw new CannotStart(`${service} is running, or was a moment ago. Stop all of its processes, then run this again.`)
  const again = `It stood still at event ${done.stoppedAt}: a release that can't take that either won't show any of it.`
  return `${view} of ${service} is empty, and the next start fills it from the first event on. Until that is done ${service} is not ready and answers 503 where it needs it; the rest goes on.${done.stoppedAt === null ? '' : ` ${again}`}`
}

const whichThereAre = (asked: readonly string[]): string => {
  const all = Object.entries(keptBy).map(([service, kept]) => `${service} (${getNames(kept).join(', ')})`)
  const wrong = asked.length > 0 ? `There is no read model "${asked.join(' ')}". ` : ''
  return `${wrong}Name a service and one of its read models: ${all.join(', ')}.`
}

/** Makes no data folder where none was, and empties nothing where it cannot be seen whether a service is reading. */
export const assertDataAreThere = (settings: EngineSettings): void => {
  const { REDIS_URL, DATA_DIR } = settings
  const hasFile = keepsFile(settings)
  if (hasFile) assertFolderIsThere(DATA_DIR)
  if (!hasFile && !REDIS_URL)
    throw new CannotStart('REDIS_URL is missing: by it one hears whether the service is running.')
}

export const plainly =
  ({ DATA_DIR }: EngineSettings) =>
  (error: unknown): never => {
    if (error instanceof EngineAway) throw new CannotStart(error.message, { cause: error })
    throw explainStartError(error, { DATA_DIR })
  }
