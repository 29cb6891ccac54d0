import { EngineAway } from '@tuma/platform/ports'
import { ServiceFault } from '@tuma/platform/runtime'
import { expect, test } from 'vitest'
import { endingFrom, leavingFrom, misleading } from './misleading.ts'

const real = {
  CONTACT_PHONE: '0712 000 111',
  MPESA_TILL_NUMBER: '987654',
  ADMIN_SECOND_FACTOR: 'optional',
  addressKnown: true,
  demonstration: false,
} as const
const production = { ...real, NODE_ENV: 'production' }
const both = { email: true, sms: true }

test.each([
  ['nothing where all is set', real, both, []],
  ['e-mails that are not sent', real, { email: false, sms: true }, ['emails_stay']],
  ['SMS that are not sent', real, { email: true, sms: false }, ['sms_stay']],
  ['an address that was not set', { ...real, addressKnown: false }, both, ['no_public_url']],
  ['the sample till', { ...real, MPESA_TILL_NUMBER: '555123' }, both, ['sample_till']],
  ['no number to call', { ...real, CONTACT_PHONE: '' }, both, ['no_contact_phone']],
  ['nothing of messages while it is not known', real, { email: null, sms: null }, []],
  ['a second factor that admins may do without, in production', production, both, ['second_factor_optional']],
  [
    'a second factor that can not be set up, in production',
    { ...production, ADMIN_SECOND_FACTOR: 'off' as const },
    both,
    ['second_factor_optional'],
  ],
  [
    'nothing where admins must have a second factor',
    { ...production, ADMIN_SECOND_FACTOR: 'required' as const },
    both,
    [],
  ],
  [
    'nothing in a demonstration',
    { ...production, CONTACT_PHONE: '', MPESA_TILL_NUMBER: '555123', addressKnown: false, demonstration: true },
    { email: false, sms: false },
    [],
  ],
])('%s is misleading', (_what, settings, leaving, expected) => expect(misleading(settings, leaving)).toEqual(expected))

test('a notification that can not answer is not waited for, and an incomplete answer does not count', async () => {
  const unable = (error: Error) => ({ leaving: () => Promise.reject(error) })
  for (const error of [new EngineAway('away'), new ServiceFault('an older release')])
    expect(await leavingFrom(unable(error))).toEqual({ email: null, sms: null })
  await expect(leavingFrom(unable(new TypeError('ours')))).rejects.toThrow('ours')
})

test('the warning about receipts comes when payment gives it', async () => {
  const payment = (more: object) => ({
    offers: async () => ({ prompts: true, till: '600310', registers: false, ...more }),
  })
  expect(await endingFrom(payment({}))).toEqual([])
  expect(await endingFrom(payment({ certificateEnds: '2027-06-11T00:00:00.000Z' }))).toEqual(['certificate_ends'])
  expect(await endingFrom({ offers: () => Promise.reject(new EngineAway('away')) })).toEqual([])
})
