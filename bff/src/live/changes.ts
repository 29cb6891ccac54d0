import type { Actor, DeliveryClient } from '@tuma/contracts/services'
import { EngineAway, type MessageBus } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

/** Somebody with an open screen. */
export type Watcher = {
  /** As the session has them now. */
  readonly actor: () => Actor
  /** The one parcel that its tracking id lets them follow. */
  readonly parcel: { readonly deliveryId: string; readonly trackingId: string } | null
  readonly tell: (change: { readonly kind: 'delivery'; readonly id: string }) => void
  /** Nothing will be told any more. */
  readonly end: () => void
}

export type Changes = {
  readonly watchers: () => number
  /** @throws EngineAway while changes would go unheard: a screen that comes again then asks for all anew */
  assertListening(): void
  /** @returns how to stop. @throws EngineAway as `assertListening` */
  watch(watcher: Watcher): () => void
  /** Tells everybody that it is over. */
  close(): Promise<void>
}

const aboutDelivery = z.object({ deliveryId: z.string() })

/**
 * Tells open screens which deliveries have changed: to each watcher those that it may see, and never more than an id.
 * What was published before it was opened is not told, and nothing is kept of what was.
 */
export const openChanges = (options: {
  readonly bus: Pick<MessageBus, 'listen'>
  readonly delivery: DeliveryClient
  readonly log: Log
}): Changes => {
  const { bus, delivery, log } = options
  const watchers = new Set<Watcher>()

  const tellAll = async (deliveryId: string): Promise<void> => {
    // Answers when the read model has caught up with the topic: whoever is told and asks reads what has changed.
    await delivery.parties({ deliveryId })
    const maySee = new Map<string, Promise<boolean>>()
    await Promise.all(
      [...watchers].map(async ({ actor, parcel, tell }) => {
        const viewer = actor()
        const asker = JSON.stringify(viewer)
        const seen = maySee.get(asker) ?? sees(viewer, deliveryId)
        maySee.set(asker, seen)
        if (await seen) tell({ kind: 'delivery', id: deliveryId })
        else if (parcel?.deliveryId === deliveryId) tell({ kind: 'delivery', id: parcel.trackingId })
      }),
    )
  }

  /** Also a deleted one: whoever saw it until then has to hear that it is gone. */
  const sees = async (viewer: Actor, deliveryId: string): Promise<boolean> => {
    if (viewer.kind !== 'user') return false
    return viewer.role === 'admin' || (await delivery.concerns({ viewer, deliveryId })).concerned
  }

  const listener = bus.listen({
    topic: 'delivery',
    async onMessage({ data }) {
      const about = z.safeParse(aboutDelivery, data)
      if (about.success && watchers.size > 0) await tellAll(about.data.deliveryId)
    },
    // Screens ask again by themselves sooner or later.
    onFault: (error) => log.error({ err: error }, 'a change was not told'),
  })

  const assertListening = (): void => {
    if (!listener.listening()) throw new EngineAway('nobody listens for changes just now')
  }

  return {
    watchers: () => watchers.size,
    assertListening,
    watch(watcher) {
      assertListening()
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    async close() {
      await listener.close()
      for (const { end } of watchers) end()
    },
  }
}
