import type { Engines } from '../../ports/engines.ts'
import type { DomainEvent } from '../events/event.ts'
import { isAtOrPast } from '../following/waiting.ts'
import type { AnyView } from './view.ts'
import { openViewProgress } from './view-progress.ts'

/**
 * Whether the read models of a stopped service show all recorded events; a service that was stopped in between is late.
 */
export const showsAll = async <Event extends DomainEvent>(options: {
  readonly engines: Pick<Engines, 'events' | 'documents'>
  readonly views: readonly AnyView<Event>[]
}): Promise<boolean> => {
  const { events: store, documents } = options.engines
  const views = openViewProgress({ ...options, store, documents })
  await views.look()
  const head = await store.head()
  return views.all.every(({ position }) => isAtOrPast(position, head))
}
