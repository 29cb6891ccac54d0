import { eventCodec, openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { StoredEvent } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { storedEvents } from './stored-events.ts'

const at = '2026-11-21T06:30:00.000Z'
const erased = { personId: 'nobody', sealed: '' }

test.each([
  [
    'MessageComposed',
    { channel: 'sms', template: 'collected', about: 'd1', recipient: erased },
    { recipient: expect.objectContaining({ to: '(erased)', replyTo: null }) },
  ],
  ['SendAttempted', { at, attempt: 2 }, { at, attempt: 2, segments: 0 }],
  ['MessageParked', { at }, { at, reason: 'attempts' }],
])('%s as it was first stored reads as it is known now', async (type, data, now) => {
  const house = await openTemporaryEngines()
  onTestFinished(() => house.close())
  const codec = eventCodec(storedEvents, await openPersonalKeys(house.of('notification').documents))
  const old: StoredEvent = {
    id: 'e1',
    type,
    version: 1,
    data,
    metadata: {},
    stream: 'message-1',
    revision: 0,
    position: 1,
  }
  expect((await codec.decode(old)).data).toMatchObject(now)
})
