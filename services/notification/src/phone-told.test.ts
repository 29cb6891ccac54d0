import { deliveryEvents } from '@tuma/contracts/events'
import { announce } from '@tuma/platform/event-sourcing'
import { expect, test } from 'vitest'
import { eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { stub, publish, stored, readTypes, parcelIs } = notificationForEachTest(true)

const id = 'TM-7K3M-Q2XV-90TB'
const [before, after] = ['254722000111', '254110345678']
const changed = (generation = 2, news = 'changed') =>
  publish({
    ...{ id: news, key: 'delivery-d1', headers: {} },
    ...announce(deliveryEvents.receiverPhoneChanged, {
      ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', generation, at: start },
    }),
  })
const sent = () =>
  stub()
    .received.map(({ form }) => [form.get('to'), form.get('message')])
    .toSorted()

test('both phones of a receiver get one message: the new one its code, the old one that its code no longer works', async () => {
  parcelIs({ former: before })
  await changed()
  await changed()
  await eventually(() =>
    expect(sent()).toEqual([
      [
        `+${after}`,
        `Tuma: messages about your parcel ${id} now come to this number. Your code: 042137. Track: https://tuma.test/t/${id}`,
      ],
      [
        `+${before}`,
        `Tuma: parcel ${id} now belongs to a different phone number. The old code no longer works. Not right? Call 0700 000 000.`,
      ],
    ]),
  )
  expect((await readTypes()).filter((type) => type === 'MessageComposed')).toHaveLength(2)
})

test('the message to the old phone is sealed with the receiver’s key, and nowhere in clear', async () => {
  parcelIs({ former: before })
  await changed()
  await eventually(() => expect(sent()).toHaveLength(2))
  const composed = (await stored()).filter(({ type }) => type === 'MessageComposed')
  expect(composed).toHaveLength(2)
  expect(JSON.stringify(composed)).not.toMatch(/722000111|different phone/)
})

test('before the parcel can be collected, the new phone gets no code', async () => {
  parcelIs({ former: before, code: null })
  await changed()
  await eventually(() => expect(sent()).toHaveLength(2))
  expect(JSON.stringify(sent())).not.toMatch(/code:/i)
})

test('where the old phone is erased, or is no mobile, only the new one gets a message', async () => {
  await changed()
  parcelIs({ former: '254202222222' })
  await changed(3, 'changed again')
  await eventually(() => expect(sent()).toHaveLength(2))
  expect(sent().map(([to]) => to)).toEqual([`+${after}`, `+${after}`])
})
