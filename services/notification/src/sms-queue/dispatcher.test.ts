import type { CheckedStore, Lease, Projector } from '@tuma/platform/event-sourcing'
import type { Collection, StoredEvent } from '@tuma/platform/ports'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Composing } from '../attempts/send-message.ts'
import { messageStream, unwritten } from '../domain/message.ts'
import type { MessageRow } from '../domain/message-views.ts'
import { dispatcher } from './dispatcher.ts'

const at = '2026-11-21T06:00:00.000Z'
const kind = { channel: 'sms', template: 'collected', about: 'd1', role: 'receiver', language: 'en' } as const
const letter = { ...kind, purse: 'known' } as const
const command = { type: 'ComposeMessage', at, composed: { ...letter, recipient: unwritten('d1:receiver') } } as const
const metadata = {
  at,
  commandId: 'c1',
  correlationId: 'c1',
  causationId: 'c1',
  actor: { kind: 'system', name: 'test' },
}

/** A store whose subscribers see its events when the test says so, later than the writer of an event. */
const open = () => {
  const subscribed = Promise.withResolvers<(batch: readonly StoredEvent[]) => Promise<void>>()
  const ended = Promise.withResolvers<void>()
  const store = {
    head: async () => null,
    look: async () => undefined,
    sound: async (batch: readonly StoredEvent[]) => batch,
    subscribe(_after: unknown, onEvents: (batch: readonly StoredEvent[]) => Promise<void>) {
      subscribed.resolve(onEvents)
      return { ended: ended.promise, close: async () => ended.resolve() }
    },
  } as unknown as CheckedStore
  const lease: Lease = { take: async () => true, keep: () => () => undefined, release: async () => undefined }
  const trySending = vi.fn(async () => null)
  const composing = {
    compose: vi.fn<Composing['compose']>(async () => true),
    composeAndSend: vi.fn<Composing['composeAndSend']>(async (_stream, _command, _metadata, isComposed) => {
      isComposed(true)
      return null
    }),
  }
  const dispatching = dispatcher({
    store,
    projector: { caughtUp: async () => true, getPosition: () => null } as unknown as Projector,
    messages: { find: async () => ({ documents: [], next: null }) } as unknown as Collection<MessageRow>,
    ...{ trySending, composing, lease },
    leaves: () => true,
    onFault: (error) => {
      throw error
    },
  })
  const tells = async (stream: string, data: object = letter) => {
    const event = { type: 'MessageComposed', stream, data, metadata: {}, position: 1 } as unknown as StoredEvent
    await (await subscribed.promise)([event])
    await new Promise(setImmediate)
  }
  return { dispatching, trySending, composing, tells, follows: subscribed.promise }
}

let deps: ReturnType<typeof open>
beforeEach(async () => {
  deps = open()
  await deps.follows
})
afterEach(() => deps.dispatching.close())
const stream = messageStream('m1')

test('what was composed and sent here is not tried again by the store’s event, but what others composed is', async () => {
  await deps.dispatching.compose(stream, command, metadata)
  await deps.tells(stream)
  expect(deps.composing.composeAndSend).toHaveBeenCalledOnce()
  expect(deps.trySending).not.toHaveBeenCalled()
  await deps.tells(messageStream('of another process'))
  expect(deps.trySending).toHaveBeenCalledOnce()
})

test('the store’s event of a held message starts no try', async () => {
  await deps.tells(stream, { ...letter, held: 'notHandedIn' })
  await deps.tells(messageStream('not held'))
  expect(deps.trySending.mock.calls).toEqual([[messageStream('not held'), expect.anything()]])
})

test('the store’s event of a message that no process knows starts a try', async () => {
  deps.composing.composeAndSend.mockRejectedValueOnce(new Error('the store is away'))
  await expect(deps.dispatching.compose(stream, command, metadata)).rejects.toThrow('the store is away')
  expect(deps.trySending).not.toHaveBeenCalled()
  await deps.tells(stream)
  expect(deps.trySending).toHaveBeenCalledOnce()
})

test('a message that was composed before, by any process, is handled once more', async () => {
  deps.composing.composeAndSend.mockImplementationOnce(async (_stream, _command, _metadata, isComposed) => {
    isComposed(false)
    return null
  })
  await deps.dispatching.compose(stream, command, metadata)
  await deps.tells(stream)
  expect(deps.trySending).toHaveBeenCalledOnce()
})

test('a message that is held, or has no provider, is only composed', async () => {
  const held = { ...command, composed: { ...command.composed, held: 'too-many-to-phone' } }
  await deps.dispatching.compose(stream, held, metadata)
  expect(deps.composing.compose).toHaveBeenCalledOnce()
  expect(deps.composing.composeAndSend).not.toHaveBeenCalled()
})
