import { deliveryEvents } from '@tuma/contracts/events'
import type { Language } from '@tuma/contracts/vocabulary'
import { announce } from '@tuma/platform/event-sourcing'
import { describe, expect, test } from 'vitest'
import { asked, eventually, notificationForEachTest, start } from './testing/notification-for-each-test.ts'

const { notification, open, passes, publish, readTypes, stub } = notificationForEachTest(true)
const day = 24
const receiver = '+254110345678'

/** A sender requests a parcel in that language. @returns the SMS to its receiver */
const sends = async (deliveryId: string, language: Language): Promise<string> => {
  const kind = { deliveryType: 'parcelDukani', ownerId: null, fee: 150, paymentId: null } as const
  const announced = announce(deliveryEvents.requested, { ...kind, deliveryId, requestedAt: start, language })
  const before = stub().received.length
  await publish({ id: deliveryId, key: `delivery-${deliveryId}`, headers: {}, ...announced })
  await eventually(() => expect(stub().received).toHaveLength(before + 2))
  const [told] = stub()
    .received.slice(before)
    .filter(({ form }) => form.get('to') === receiver)
  return told?.form.get('message') ?? ''
}
const forgotten = async () => (await readTypes()).filter((type) => type === 'LanguageForgotten').length
/** @returns once it has looked for languages to forget */
const after = async (days: number) => {
  passes(days * day)
  await open()
}
const inSwahili = expect.stringContaining('kifurushi')
const inEnglish = expect.stringContaining('parcel')

describe('the language of a phone', () => {
  test('is forgotten as delivery forgets the phone: two years after the last parcel, and a month at most', async () => {
    expect(await sends('d1', 'sw')).toEqual(inSwahili)
    await after(24 * 30.4 + 25)
    expect(await sends('d2', 'sw')).toEqual(inSwahili)
    expect(await forgotten()).toBe(0)
    await after(24 * 30.4 + 35)
    await eventually(async () => expect(await forgotten()).toBe(2))
    expect(await sends('d3', 'en')).toEqual(inEnglish)
  })

  test('is kept while parcels keep coming, also where the person chose it', async () => {
    expect(await sends('d1', 'en')).toEqual(inEnglish)
    await notification().chooseLanguage({ asked: asked(), deliveryId: 'd1', language: 'sw' })
    for (const parcel of ['d2', 'd3']) {
      await after(700)
      expect(await sends(parcel, 'en')).toEqual(inSwahili)
    }
    await after(700)
    expect(await sends('d4', 'en')).toEqual(inSwahili)
    expect(await forgotten()).toBe(0)
  })

  test('is forgotten when the person is erased', async () => {
    await sends('d1', 'sw')
    await notification().erasePhones({ asked: asked(), phones: ['254110345678'] })
    expect(await forgotten()).toBe(1)
    expect(await sends('d2', 'en')).toEqual(inEnglish)
  })
})
