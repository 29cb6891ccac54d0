import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { describe, expect, test, vi } from 'vitest'
import { messageStream } from './domain/message.ts'
import { demoProvider, type Outgoing } from './provider/provider.ts'
import { wire } from './testing/africas-talking-stub.ts'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { stub, stored, store, open, requested, deliveryIs, passes, moved } = notificationForEachTest(true)

const typesByStream = async (): Promise<string[][]> => {
  const streams = Map.groupBy(await stored(), ({ stream }) => stream)
  return [...streams.values()].map((events) => events.map(({ type }) => type))
}
const allSent = (messages: number) =>
  eventually(async () => {
    const ended = (await stored()).filter(({ type }) => type === 'MessageSent')
    expect(ended).toHaveLength(messages)
  })

const inTransit = (deliveryId: string) => {
  const about = { deliveryId, deliveryType: 'parcelDukani', at: start } as const
  return moved(deliveryId, announce(deliveryEvents.statusChanged, { ...about, from: 'uncollected', to: 'inTransit' }))
}

describe('an SMS that waits for no other', () => {
  /** The process knows by then that the messages of the run before are sent. */
  const afterOthers = async () => {
    await requested('d0')
    await allSent(2)
  }

  test('is recorded with its first attempt in one append, before it is sent', async () => {
    await afterOthers()
    const append = vi.spyOn(store(), 'append')
    const read = vi.spyOn(store(), 'read')
    await requested('d1')
    await allSent(4)
    expect(append.mock.calls.map(([, events]) => events.map(({ type }) => type))).toEqual([
      ['MessageComposed', 'SendAttempted'],
      ['MessageComposed', 'SendAttempted'],
      ['MessageSent'],
      ['MessageSent'],
    ])
    expect(read).not.toHaveBeenCalled()
  })

  test('is sent before the next SMS to the same person, which is composed during the sending', async () => {
    const templates: string[] = []
    let gate = Promise.withResolvers<void>()
    gate.resolve()
    const send = async ({ messageId }: Outgoing) => {
      const { data } = (await stored()).find(({ stream }) => stream === messageStream(messageId)) ?? {}
      templates.push((data as { template: string }).template)
      await gate.promise
      return { providerId: messageId }
    }
    await open({ providers: { sms: { ...demoProvider, name: 'slow', send }, email: demoProvider } })
    await afterOthers()
    gate = Promise.withResolvers()
    templates.length = 0
    await requested('d1')
    await inTransit('d1')
    await eventually(() => expect(templates.sort()).toEqual(['requestedToReceiver', 'requestedToSender']))
    expect((await typesByStream()).at(-1)).toEqual(['MessageComposed'])
    gate.resolve()
    await allSent(5)
    expect(templates.at(-1)).toBe('inTransit')
  })

  test('is recorded once and sent once where the store fails at it', async () => {
    await afterOthers()
    vi.spyOn(store(), 'append').mockRejectedValueOnce(new Error('the disk is full'))
    await requested('d1')
    await allSent(4)
    expect(stub().received).toHaveLength(4)
    expect((await typesByStream()).map(({ length }) => length)).toEqual([3, 3, 3, 3])
  })

  test('is sent once, though the store delivers it, the event comes again, and we restart', async () => {
    await afterOthers()
    for (let time = 0; time < 3; time += 1) {
      await requested('d1')
      await allSent(4)
      await open()
    }
    expect(stub().received).toHaveLength(4)
    expect((await typesByStream()).slice(2)).toEqual([
      ['MessageComposed', 'SendAttempted', 'MessageSent'],
      ['MessageComposed', 'SendAttempted', 'MessageSent'],
    ])
  })

  test('is tried again like every other after the provider refused it', async () => {
    await afterOthers()
    stub().willAnswer(wire.invalidSender, wire.broken)
    await requested('d1')
    await allSent(4)
    expect((await typesByStream()).slice(2)).toEqual([
      ['MessageComposed', 'SendAttempted', 'MessageFailed', 'SendAttempted', 'MessageSent'],
      ['MessageComposed', 'SendAttempted', 'MessageFailed', 'SendAttempted', 'MessageSent'],
    ])
  })

  test('is composed while delivery is away and its words are unknown, and waits for them', async () => {
    await afterOthers()
    deliveryIs('away for codes')
    await inTransit('d1')
    expect((await typesByStream()).at(-1)).toEqual(['MessageComposed'])
    deliveryIs('there')
    await open()
    await allSent(3)
  })

  test('is only composed when the day’s SMS are used up, and sent the next day', async () => {
    await open({ environment: { SMS_DAILY_BUDGET: '3' } })
    await afterOthers()
    await requested('d1')
    await allSent(3)
    expect((await typesByStream()).map(({ length }) => length).sort()).toEqual([1, 3, 3, 3])
    passes(24)
    await open()
    await allSent(4)
  })
})
