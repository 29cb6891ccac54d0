import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { announce, openStreams, stored } from '@tuma/platform/event-sourcing'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { startServer } from './event-store-server.ts'
import { withDocuments } from './with-documents.ts'

type Added = { type: 'Added'; data: { amount: number } }
const added = { topic: 'jar', type: 'jar.added', version: 1, schema: z.object({ amount: z.number() }) }
const patience = { timeout: 120_000, interval: 20 }

/** `EVENTSTORE_URL` without `KAFKA_BROKERS`: the groups of an embedded bus read EventStoreDB. */
const open = async () => {
  const { url, engines } = await startServer()
  const server = withDocuments(await openEventStoreDb({ url }), engines)
  onTestFinished(() => server.close())
  const { inline: _, ...own } = engines.of('jar')
  const openJars = async () => {
    const streams = await openStreams<Added>({
      service: 'jar',
      engines: { ...own, events: server.of('jar') },
      types: { Added: stored(z.object({ amount: z.number() })) },
      views: [],
      announce: ({ data }) => announce(added, data),
      onFault: (error) => expect.unreachable(String(error)),
    })
    const add = streams.createRecorder<number, number, Added>({
      initialState: 0,
      evolve: (sum, { data }) => sum + data.amount,
      decide: (amount) => [{ type: 'Added', data: { amount } }],
    })
    const at = '2026-11-29T06:00:00.000Z'
    return {
      add: (stream: string, amount: number) => {
        const commandId = `${stream} ${amount}`
        return add(stream, amount, { at, commandId, correlationId: 'c', causationId: commandId, actor: {} })
      },
      close: streams.close,
    }
  }
  const hear = (group: string) => {
    const heard: string[] = []
    const consumer = own.bus.consume({
      topic: 'jar',
      group,
      onMessage: async ({ key, data }) => void heard.push(`${key} ${(data as { amount: number }).amount}`),
    })
    onTestFinished(consumer.close)
    return { heard, consumer }
  }
  return { openJars, hear, lag: (group: string) => own.bus.lag('jar', group) }
}

test('groups receive the events of EventStoreDB in order, go on after a restart, and a new group begins with the first event', async () => {
  const { openJars, hear, lag } = await open()
  const first = await openJars()
  const one = hear('one')
  for (const amount of [1, 2, 3]) await first.add('jar-1', amount)
  await vi.waitFor(() => expect(one.heard).toEqual(['jar-1 1', 'jar-1 2', 'jar-1 3']), patience)
  await one.consumer.close()
  await first.close()

  const second = await openJars()
  onTestFinished(second.close)
  await second.add('jar-1', 4)
  await vi.waitFor(async () => expect([await lag('one'), await lag('two')]).toEqual([1, 4]), patience)
  const again = hear('one')
  const late = hear('two')
  await second.add('jar-2', 5)
  await vi.waitFor(() => expect([...again.heard].sort()).toEqual(['jar-1 4', 'jar-2 5']), patience)
  await vi.waitFor(() => expect(late.heard.filter((one) => one.startsWith('jar-1'))).toHaveLength(4), patience)
  expect(late.heard.filter((one) => one.startsWith('jar-1'))).toEqual([1, 2, 3, 4].map((amount) => `jar-1 ${amount}`))
})
