import { readSettings } from '@tuma/platform/runtime'
import { describe, expect, test } from 'vitest'
import { providersFrom } from './provider/providers.ts'
import { notificationSettings } from './settings.ts'

const namesFor = (environment: Readonly<Record<string, string>>, demonstration = false) => {
  const settings = readSettings(notificationSettings, { PUBLIC_URL: 'https://tuma.test', ...environment })
  const { sms, email } = providersFrom({ ...settings, secret: 'a secret', demonstration })
  return { sms: sms.name, email: email.name }
}

describe('messages are sent', () => {
  test('by no provider when none is set', () =>
    expect(namesFor({})).toEqual({ sms: 'no-provider', email: 'no-provider' }))
  test('to no one in a demonstration, which keeps them', () =>
    expect(namesFor({}, true)).toEqual({ sms: 'kept', email: 'kept' }))
  test('by the provider of their channel', () => {
    expect(namesFor({ AT_USERNAME: 'sandbox', AT_API_KEY: 'key' })).toEqual({
      sms: 'africastalking',
      email: 'no-provider',
    })
    expect(namesFor({ SMTP_URL: 'smtps://tuma:secret@mail.example' })).toEqual({ sms: 'no-provider', email: 'smtp' })
  })
})

describe('an error message says', () => {
  test.each(['AT_USERNAME', 'AT_API_KEY'])('that %s alone is no account', (half) =>
    expect(() => namesFor({ [half]: 'tuma' })).toThrow('AT_USERNAME: goes together with AT_API_KEY'),
  )
  test.each([
    ['SMTP_URL', 'https://mail.example', 'must be an smtp or smtps address'],
    ['AT_BASE_URL', 'africastalking', 'must be an http or https address'],
    ['SMS_DAILY_BUDGET', '0', 'must be 1 or more'],
    ['AT_BATCH', 'many', 'must be a number'],
  ])('what is wrong with %s', (name, value, sentence) =>
    expect(() => namesFor({ [name]: value })).toThrow(`${name}: ${sentence}`),
  )
})
