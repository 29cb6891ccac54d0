import type { DocumentStore } from '../../ports/document-store.ts'
import { EngineAway, type Publishing, type TopicEnd } from '../../ports/message-bus.ts'
import { isShorter, lowerEnd, raiseEnd, remember, toIntact } from './acknowledged.ts'
import { checkpointBehind } from './checkpoint-behind.ts'
import { type KeptEnds, openKeptEnds } from './kept-ends.ts'
import type { Lease } from './lease.ts'
import { openLostMessages } from './lost-messages.ts'
import type { End, MessagesOf } from './publisher.ts'

const lookIntervalMs = 10_000

type Parts = {
  readonly topic: string
  readonly documents: DocumentStore
  readonly leaseFor: (name: string) => Lease
  /** ISO instant */
  readonly now: () => string
  /** How often the topic's end is looked at while nothing is published. */
  readonly lookIntervalMs?: number
}

/**
 * The end of a publisher on a bus that stores messages. It begins after its checkpoint, unless the topic has forgotten
 * messages since: then after the newest moment that the topic still has whole, or with the first event. Groups know the
 * ids of events, so that nothing has an effect twice. It looks at each start and after each fault, at each answer of
 * the bus, and otherwise every ten seconds.
 */
export const publishingEnd = (bus: Publishing, parts: Parts, getMessages: MessagesOf): End => {
  const { topic, documents, leaseFor, now } = parts
  const checkpoint = `publisher-${topic}`
  const behind = checkpointBehind(documents)
  const ends = openKeptEnds(documents, topic)
  const lost = openLostMessages(documents, topic, now)
  let kept: KeptEnds = { history: [], again: null }
  let end: TopicEnd = []
  let toldAgain = 0

  /** On disk before anything else is published: a start after a crash goes on telling again. */
  const begin = async ({ history }: KeptEnds, real: TopicEnd): Promise<KeptEnds> => {
    const intact = toIntact(history, real)
    const from = intact.at(-1)?.position ?? null
    const again: KeptEnds = { history: intact, again: { from, fillTo: history.at(-1)?.end ?? [] } }
    // Positions begin behind 0.
    const loss = lost.begin(history.at(-1)?.position ?? 0)
    await documents.write([ends.toWrite(again), loss], [{ name: checkpoint, position: from ?? 0 }])
    toldAgain += 1
    return again
  }
  const lookForLoss = async (): Promise<boolean> => {
    const known = end
    return isShorter(await bus.end(topic), known)
  }
  const watching = openWatch(leaseFor(checkpoint), lookForLoss, parts.lookIntervalMs ?? lookIntervalMs)

  return {
    lease: watching.lease,
    watch: () => documents.checkpoint(checkpoint),
    async startAfter() {
      await behind.kept()
      kept = await ends.read()
      await lost.look()
      const known = kept.history.at(-1)?.end ?? []
      if (known.length > 0 && kept.again === null) {
        const real = await bus.end(topic)
        if (isShorter(real, known)) kept = await begin(kept, real)
      }
      end = kept.history.at(-1)?.end ?? []
      if (kept.again === null) return documents.checkpoint(checkpoint)
      await bus.fillUp(topic, kept.again.fillTo)
      return kept.again.from
    },
    async take(batch, last) {
      const messages = await getMessages(batch)
      const passed = [{ name: checkpoint, ...last }]
      if (messages.length === 0) return behind.keep(passed, lost.published([], last.position))
      const places = await bus.publish(
        topic,
        messages.map(({ message }) => message),
      )
      const before = lowerEnd(end, places)
      if (isShorter(before, end)) {
        kept = await begin(kept, lowerEnd(await bus.end(topic), places))
        throw new EngineAway(`${topic} has forgotten messages that it had acknowledged`)
      }
      end = raiseEnd(end, places)
      kept = { history: remember(kept.history, { position: last.position, end }), again: null }
      const writes = places.length > 0 ? [ends.toWrite(kept)] : []
      await behind.keep(passed, [...writes, ...lost.published(messages, last.position)])
    },
    fault: () => null,
    toldAgain: () => toldAgain,
    async close() {
      watching.close()
      await behind.kept()
    },
  }
}

/**
 * Looks while this process has the lease. After a loss the work begins again, as after a lost lease, and so with
 * `startAfter`.
 */
const openWatch = (lease: Lease, lookForLoss: () => Promise<boolean>, intervalMs: number) => {
  let beginAgain: (() => void) | null = null
  const look = async (): Promise<void> => {
    const again = beginAgain
    // While the bus is away the next publishing shows it.
    if (again && (await lookForLoss().catch(() => false))) again()
  }
  const timer = setInterval(look, intervalMs).unref()
  return {
    lease: {
      ...lease,
      keep(onLost: () => void) {
        beginAgain = onLost
        const stop = lease.keep(onLost)
        return () => {
          beginAgain = null
          stop()
        }
      },
    },
    close: () => clearInterval(timer),
  }
}
