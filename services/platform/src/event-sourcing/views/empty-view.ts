import type { Engines } from '../../ports/engines.ts'
import type { DomainEvent } from '../events/event.ts'
import { isInUse } from './former-collections.ts'
import type { AnyView } from './view.ts'
import { openViewProgress, toCheckpoints } from './view-progress.ts'

/**
 * Takes away what a view shows and all that is remembered of its progress, so that the next start fills it from the
 * beginning of the store like one that is new: until then reading it is `EngineAway`. The other views of the service stay
 * as they are. For whoever has stopped the service: a process that runs would go on from where it stood, with nothing
 * before that.
 * @param options as `openStreams` has them
 * @returns null: a process of the service reads it, or did so as lately as a lease lasts; also where one was started in
 * between: then it has to be emptied once more. `stoppedAt`: position of the event that it stood still at
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
