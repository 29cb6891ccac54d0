import * as z from 'zod/mini'
import type { Decider } from '../event-sourcing/events/decider.ts'
import type { EventMetadata } from '../event-sourcing/events/event.ts'
import { stored } from '../event-sourcing/events/event-codec.ts'
import { announce } from '../event-sourcing/following/publisher.ts'
import { on, reactionMetadata, reactor } from '../event-sourcing/following/reactor.ts'
import { openStreams } from '../event-sourcing/streams.ts'
import type { ProcessEngines } from '../ports/engines.ts'

/** For the crash tests: tills take money and announce it, and another service's book enters each payment once. */
type Taken = { type: 'Taken'; data: { amount: number } }

const money: Decider<number, number, Taken> = {
  initialState: 0,
  evolve: (sum, { data }) => sum + data.amount,
  decide: (amount) => [{ type: 'Taken', data: { amount } }],
}
const taken = { topic: 'till', type: 'till.taken', version: 1, schema: z.object({ amount: z.number() }) }
const at = '2026-11-29T06:00:00.000Z'
const byCommand = (commandId: string): EventMetadata => ({
  ...{ at, commandId, correlationId: commandId, causationId: commandId },
  actor: { kind: 'system', name: 'till' },
})

export const openTillsAndBook = async (engines: ProcessEngines) => {
  const onFault = (error: unknown): void => {
    throw error
  }
  const types = { Taken: stored(z.object({ amount: z.number() })) }
  const tills = await openStreams<Taken>({
    ...{ service: 'till', engines: engines.of('till'), types, views: [], onFault },
    announce: ({ data }) => announce(taken, data),
  })
  const book = await openStreams<Taken>({ service: 'book', engines: engines.of('book'), types, views: [], onFault })
  const [take, enter] = [tills.createRecorder(money), book.createRecorder(money)]
  const { bus } = engines.of('book')
  const listening = reactor({
    ...{ bus, topic: 'till', group: 'book' },
    reactions: [
      on({ ...taken, heard: taken.schema }, async ({ amount }, message) => {
        await enter(`page-${message.key}`, amount, reactionMetadata('book', message, at))
      }),
    ],
  })
  return {
    /** Resolves when it is acknowledged. */
    take: (till: string, amount: number, commandId: string) => take(till, amount, byCommand(commandId)),
    stillToHear: () => bus.lag('till', 'book'),
    parked: () => bus.parked(),
    async close() {
      await listening.close()
      await tills.close()
      await book.close()
    },
  }
}
