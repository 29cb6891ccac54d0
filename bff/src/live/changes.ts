import type { Actor, DeliveryClient, Viewer } from '@tuma/contracts/services'
import { EngineAway, type MessageBus } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

/** An open screen. */
export type Watcher = {
  /** The user as the session has them now. */
  readonly actor: () => Actor
  /** The one parcel that its tracking id lets them follow. */
  readonly parcel: { readonly deliveryId: string; readonly trackingId: string } | null
  /** The one prompt that they follow; then they follow nothing else. */
  readonly promptId: string | null
  readonly tell: (change: { readonly kind: 'delivery' | 'prompt'; readonly id: string }) => void
  /** Called when no more changes will be sent. */
  readonly end: () => void
}

export type Changes = {
  readonly watchers: () => number
  /** @throws EngineAway while changes would be missed. A screen that connects again reads everything again. */
  assertListening(): void
  /** @returns stops watching. @throws EngineAway as `assertListening` */
  watch(watcher: Watcher): () => void
  /** Ends all watchers. */
  close(): Promise<void>
}

const aboutDelivery = z.object({ deliveryId: z.string() })
const aboutPrompt = z.object({ promptId: z.string() })

/**
 * Notifies open screens of changed deliveries and prompts: each watcher gets those that it may see, and never more than
 * an id. Changes from before the start are not sent, and no change is stored.
 */
export const openChanges = (options: {
  readonly bus: Pick<MessageBus, 'listen'>
  readonly delivery: Pick<DeliveryClient, 'concernedAmong'>
  readonly log: Log
}): Changes => {
  const { bus, delivery, log } = options
  const watchers = new Set<Watcher>()

  /**
   * A watcher who came while delivery was asked is asked for again, because what they have read since may be older than
   * its answer.
   */
  const tellAll = async (deliveryId: string): Promise<void> => {
    const begun = [...watchers].filter(followsDeliveries)
    await tellThose(begun, deliveryId)
    const since = [...watchers].filter((watcher) => followsDeliveries(watcher) && !begun.includes(watcher))
    if (since.length > 0) await tellThose(since, deliveryId)
  }

  const tellThose = async (those: readonly Watcher[], deliveryId: string): Promise<void> => {
    const asking = those.map((watcher) => ({ watcher, viewer: toViewer(watcher.actor()) }))
    const viewers = new Map(asking.flatMap(({ viewer }) => (viewer ? [[getKey(viewer), viewer] as const] : [])))
    const { concerned } = await delivery.concernedAmong({ deliveryId, viewers: [...viewers.values()] })
    const seeing = new Set([...viewers.keys()].filter((_, index) => concerned[index]))
    for (const { watcher, viewer } of asking) {
      if (!watchers.has(watcher)) continue
      const { parcel, tell } = watcher
      if (viewer && seeing.has(getKey(viewer))) tell({ kind: 'delivery', id: deliveryId })
      else if (parcel?.deliveryId === deliveryId) tell({ kind: 'delivery', id: parcel.trackingId })
    }
  }

  // Screens read again by themselves sooner or later.
  const onFault = (error: unknown) => log.error({ err: error }, 'a change was not told')
  const listeners = [
    bus.listen({
      topic: 'delivery',
      async onMessage({ data }) {
        const about = z.safeParse(aboutDelivery, data)
        if (about.success && watchers.size > 0) await tellAll(about.data.deliveryId)
      },
      onFault,
    }),
    bus.listen({
      topic: 'payment',
      async onMessage({ data }) {
        const { promptId = null } = z.safeParse(aboutPrompt, data).data ?? {}
        if (promptId === null) return
        for (const watcher of watchers)
          if (watcher.promptId === promptId) watcher.tell({ kind: 'prompt', id: promptId })
      },
      onFault,
    }),
  ]

  const assertListening = (): void => {
    if (!listeners.every((listener) => listener.listening()))
      throw new EngineAway('this process does not listen for changes at the moment')
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
      await Promise.all(listeners.map((listener) => listener.close()))
      for (const { end } of watchers) end()
    },
  }
}

const followsDeliveries = ({ promptId }: Watcher): boolean => promptId === null

/** Visitors own nothing, so they see only the parcel that they follow. */
const toViewer = (actor: Actor): Viewer | null =>
  actor.kind === 'user' ? { userId: actor.userId, role: actor.role, shop: actor.shop } : null

const getKey = (viewer: Viewer): string => JSON.stringify(viewer)
