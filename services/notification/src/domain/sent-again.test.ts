import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { leftToSendAgain, type SentAgainEvent, sentAgain, sentAgainStream } from './sent-again.ts'

const { given } = toSpecification(sentAgain)
const data = (at: string, template = 'waitingAtShop'): SentAgainEvent['data'] => ({
  ...{ deliveryId: 'd1', template, role: 'receiver', messageId: `copy ${at}`, at },
})
const sent = (at: string, template?: string): SentAgainEvent => ({ type: 'MessageSentAgain', data: data(at, template) })
const again = (at: string, template?: string) => ({ type: 'SendMessageAgain', ...data(at, template) }) as const
const morning = '2026-11-21T06:00:00.000Z'
const lastOfDay = '2026-11-21T20:59:59.000Z'

test('each parcel has a stream of its messages sent again', () => expect(sentAgainStream('d1')).toBe('again-d1'))

describe('a message that is sent again', () => {
  test('is sent', () => given().when(again(morning)).then(sent(morning)))
  test('is one message, however many admins press in the same minute', () => {
    given(sent(morning)).when(again('2026-11-21T06:00:59.999Z')).thenRefused('sent_just_now')
    given(sent(morning)).when(again('2026-11-21T06:01:00.000Z')).then(sent('2026-11-21T06:01:00.000Z'))
  })
  test('does not stop another one', () =>
    given(sent(morning)).when(again(morning, 'inTransit')).then(sent(morning, 'inTransit')))
  test('does not stop the same message to the other person', () => {
    const toSender = { ...data(morning), role: 'sender' } as const
    given(sent(morning))
      .when({ type: 'SendMessageAgain', ...toSender })
      .then({ type: 'MessageSentAgain', data: toSender })
  })
  test('is the last of its day in Nairobi after three', () => {
    const three = [6, 7, 8].map((hour) => sent(`2026-11-21T0${hour}:00:00.000Z`))
    given(...three)
      .when(again(lastOfDay))
      .thenRefused('sent_again_enough')
    given(...three)
      .when(again('2026-11-21T21:00:00.000Z'))
      .then(sent('2026-11-21T21:00:00.000Z'))
    expect(
      leftToSendAgain(
        three.slice(1).map(({ data }) => data),
        lastOfDay,
      ),
    ).toBe(1)
  })
})
