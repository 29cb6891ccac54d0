import { describe, expect, test } from 'vitest'
import { asked, notificationForEachTest } from '../testing/notification-for-each-test.ts'
import { readAfricasTalkingCallback as read } from './africas-talking-callbacks.ts'

const refusal = (path: string, fields: Parameters<typeof read>[1]) => {
  try {
    return read(path, fields)
  } catch (error) {
    return error
  }
}
const refused = (field: string) => expect.objectContaining({ code: 'bad_input', details: { field } })

describe('Africa’s Talking', () => {
  test('reports a phone that wants no marketing, in its own form', () => {
    const fields = { senderId: 'TUMA', phoneNumber: '+254711555009' }
    expect(read('opt-out', fields)).toEqual({ kind: 'optOut', phone: '254711555009' })
  })

  test('reports the result of an SMS, with a reason or without', () => {
    const fields = { id: 'ATXid_1', status: 'Failed', retryCount: '0' }
    const report = { providerId: 'ATXid_1', phone: null, status: 'Failed', failureReason: null }
    expect(read('delivery-report', fields)).toEqual({ kind: 'report', report })
    expect(read('delivery-report', { ...fields, failureReason: 'UserInBlacklist' })).toEqual({
      kind: 'report',
      report: { ...report, failureReason: 'UserInBlacklist' },
    })
    expect(read('delivery-report', { ...fields, phoneNumber: '+254711555009' })).toEqual({
      kind: 'report',
      report: { ...report, phone: '254711555009' },
    })
  })

  test('has no other address', () => {
    expect(read('incoming', { phoneNumber: '+254711555009', id: 'ATXid_1', status: 'Failed' })).toBeNull()
  })

  test.each([
    ['opt-out', {}, 'phoneNumber'],
    ['opt-out', { phoneNumber: 'nobody' }, 'phoneNumber'],
    ['opt-out', { phoneNumber: ['+254711555009', '+254711555010'] }, 'phoneNumber'],
    ['opt-out', { phoneNumber: '7'.repeat(201) }, 'phoneNumber'],
    ['delivery-report', { id: 'ATXid_1' }, 'status'],
    ['delivery-report', { id: 'ATXid_1', status: 'Failed', failureReason: 'x'.repeat(201) }, 'failureReason'],
  ])('names the wrong field at %s: %o', (path, fields, field) => {
    expect(refusal(path, fields)).toEqual(refused(field))
  })
})

describe('a callback', () => {
  const { notification, stored } = notificationForEachTest(false)
  const callback = (provider: string, path: string) =>
    notification().callback({ asked: asked(), provider, path, fields: { phoneNumber: '+254711555009' } })

  test('of a provider about a phone that wants no marketing is accepted', async () => {
    expect(await callback('africastalking', 'opt-out')).toEqual({ taken: true })
    expect((await stored()).map(({ type }) => type)).toEqual(['OptedOut'])
  })

  test.each([
    ['africastalking', 'incoming'],
    ['another', 'opt-out'],
    ['constructor', 'opt-out'],
  ])('is not accepted from %s at %s: that address does not exist', async (provider, path) => {
    expect(await callback(provider, path)).toEqual({ taken: false })
    expect(await stored()).toEqual([])
  })
})
