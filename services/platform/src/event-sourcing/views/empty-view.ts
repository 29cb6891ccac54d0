import type { Engines } from '../../ports/engines.ts'
import type { DomainEvent } from '../events/event.ts'
import { isInUse } from './former-collections.ts'
import type { AnyView } from './view.ts'
import { openViewProgress, toCheckpoints } from './view-progress.ts'

/**
 * Deletes a view's rows and all of its progress, so that the next start fills it from the beginning of the store like a
 * new one: until then reading it is `EngineAway`. The other views of the service stay unchanged. Only for an operator
 * who has stopped the service: a running process would continue from its last position, without the rows before that.
 * @param options as `openStreams` has them
 * @returns null: a process of the service reads it, or did so within the time of a lease, or was started during this;
 * it must be emptied again. `stoppedAt`: position of the event that it stopped at
 */
export const emptyView = async <Event extends DomainEvent>(
  options: {
    readonly service: string
    readonly engines: Pick<Engines, 'events' | 'documents' | 'cache'>
    readonly views: readonly AnyView<Event>[]
  },
  view: string,
): Promise<{ readonly stoppedAt: number | null } | null> => {
  const { events: store, documents } = options.engines
  if (await isInUse(options, view)) return null
  const views = openViewProgress({ ...options, store, documents })
  await views.look()
  const { progress } = views.named(view)
  const stoppedAt = progress.state === 'stopped' ? progress.at : null
  await documents.drop(view, toCheckpoints(view))
  return (await isInUse(options, view)) ? null : { stoppedAt }
}
