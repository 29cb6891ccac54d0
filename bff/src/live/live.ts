import { AsyncIteratorClass, EventPublisher } from '@orpc/server'
import type { ApiOutputs } from '@tuma/contracts/api'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { type CallContext, callerAgain } from '../door/policy.ts'
import { watchedPrompt } from '../door/watched-prompt.ts'
import { openChangeQueue } from './change-queue.ts'
import type { Watcher } from './changes.ts'
import { openConnectionLimit, toAskers } from './connection-limit.ts'

type Change = ApiOutputs['live']['changes'] extends AsyncIterator<infer C> ? C : never
/** The most changes that wait for one slow watcher; older ones are dropped. */
const maxWaiting = 500

export const liveCalls = ({ api, changes, find, mustSetUp, services, settings }: Dependencies) => {
  const connections = openConnectionLimit(settings.LIVE_CONNECTIONS, settings.LIVE_CONNECTIONS_EACH)

  const getPrompt = watchedPrompt({ services })

  const getParcel = async (context: CallContext, typed: string | undefined): Promise<Watcher['parcel']> => {
    if (typed === undefined && context.caller.user === null) throw new Refused('bad_input', { field: 'trackingId' })
    if (typed === undefined) return null
    const { _id: deliveryId, trackingId } = (await find(context, typed)).delivery
    return { deliveryId, trackingId }
  }

  return {
    changes: api.live.changes.handler(async ({ input, context }) => {
      const promptId = await getPrompt(context, input.promptId)
      const parcel = promptId === null ? await getParcel(context, input.trackingId) : null
      changes.assertListening()
      const { user } = context.caller
      const leaveSeat = user
        ? connections.take(user.role === 'user' ? 'client' : 'staff', [{ name: user._id, times: 1 }])
        : connections.take('stranger', toAskers(context.address))
      // Proxies that buffer answers would keep the events.
      context.resHeaders.set('x-accel-buffering', 'no')

      const told = new EventPublisher<{ change: Change }>({ maxBufferedEvents: maxWaiting })
      const toldInOrder = told.subscribe('change')
      let { caller } = context
      /** Whether the session still has the user of the last check. */
      const sameAsBefore = async (): Promise<boolean> => {
        const before = JSON.stringify(caller.actor)
        const now = await callerAgain(caller, services.identity, mustSetUp)
        if (now === null) await news.return()
        else caller = now
        return now !== null && JSON.stringify(now.actor) === before
      }
      const unwatch = changes.watch({
        actor: () => caller.actor,
        parcel,
        promptId,
        // The session is checked each time, so that a user who has just lost it gets no change between two checks.
        tell: openChangeQueue(sameAsBefore, (change) => told.publish('change', change), maxWaiting),
        end: () => void news.return(),
      })
      const checking = setInterval(sameAsBefore, settings.LIVE_SESSION_CHECK_MS)
      const news = new AsyncIteratorClass<Change, void, void>(
        () => toldInOrder.next() as Promise<IteratorResult<Change, void>>,
        async () => {
          clearInterval(checking)
          unwatch()
          leaveSeat()
          await toldInOrder.return()
        },
      )
      return news
    }),
  }
}
