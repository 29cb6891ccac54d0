import { readSettings, WrongSettings } from '@tuma/platform/runtime'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { certificate, ellipticCertificate } from '../testing/certificates.ts'
import { securityCredential } from './initiator.ts'
import { darajaFrom, darajaShape, darajaWarnings, endsSoon } from './settings.ts'

const read = (environment: Record<string, string>) => darajaFrom(readSettings(z.object(darajaShape), environment))
const sentences = (environment: Record<string, string>): readonly string[] => {
  try {
    read(environment)
    return []
  } catch (error) {
    if (error instanceof WrongSettings) return error.sentences
    throw error
  }
}

const needed = {
  DARAJA_URL: 'https://sandbox.safaricom.co.ke/',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'secret',
  DARAJA_SHORT_CODE: '174379',
  DARAJA_PASSKEY: 'passkey',
  DARAJA_CALLBACK_SECRET: 'a-secret-for-the-till',
  PUBLIC_URL: 'https://tuma.example/',
}
const asking = {
  DARAJA_INITIATOR: 'tuma',
  DARAJA_INITIATOR_PASSWORD: 'password',
  DARAJA_CERTIFICATE: certificate,
}

test('without settings there is no Daraja', () => {
  expect(read({ PUBLIC_URL: 'http://tuma.example', MPESA_TILL_NUMBER: '4321000' })).toBeNull()
})

test('the needed settings are enough: a paybill with prompts', () => {
  expect(read(needed)).toEqual({
    url: 'https://sandbox.safaricom.co.ke',
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '174379',
    passkey: 'passkey',
    partyB: '174379',
    isTill: false,
    ourCodes: ['174379'],
    callbackUrl: 'https://tuma.example',
    callbackHandles: ['a-secret-for-the-till'],
    initiator: null,
    c2b: null,
    allowed: null,
  })
})

test('for a till, the store or the till itself may be named', () => {
  expect(read({ ...needed, DARAJA_PARTY_B: '4321000' })).toMatchObject({
    shortCode: '174379',
    partyB: '4321000',
    isTill: true,
    ourCodes: ['4321000', '174379'],
  })
})

test('two secrets may be set, the new one first', () => {
  const { callbackHandles } = read({ ...needed, DARAJA_CALLBACK_SECRET: `${'n'.repeat(16)}, ${'o'.repeat(16)}` }) ?? {}
  expect(callbackHandles).toEqual(['n'.repeat(16), 'o'.repeat(16)])
})

test('Daraja may reach us at another address than people do', () => {
  expect(
    read({ ...needed, PUBLIC_URL: 'http://tuma.example', DARAJA_CALLBACK_URL: 'https://till.example' }),
  ).toMatchObject({ callbackUrl: 'https://till.example' })
})

test('on this machine neither address needs https', () => {
  const here = { DARAJA_URL: 'http://127.0.0.1:7070', PUBLIC_URL: 'http://localhost:8080' }
  expect(read({ ...needed, ...here })).toMatchObject({
    url: 'http://127.0.0.1:7070',
    callbackUrl: 'http://localhost:8080',
  })
})

describe('all needed settings, or none:', () => {
  const names = Object.keys(needed).filter((name) => name.startsWith('DARAJA_'))
  test.each(names)('%s', (name) => {
    const first = names.find((one) => one !== name)
    expect(sentences({ ...needed, [name]: '' })).toEqual([`${name}: goes together with ${first}`])
  })
  test.each(Object.keys(asking))('%s', (name) => {
    expect(sentences({ ...needed, ...asking, [name]: '' })).toEqual([expect.stringContaining(`${name}: goes together`)])
  })
  test.each(['DARAJA_C2B', 'DARAJA_PARTY_B', 'DARAJA_CALLBACK_URL', 'DARAJA_ALLOWED_ADDRESSES', 'DARAJA_INITIATOR'])(
    '%s alone',
    (name) => {
      const value = { DARAJA_C2B: 'v1', DARAJA_PARTY_B: '174379' }[name] ?? 'https://tuma.example'
      expect(sentences({ [name]: value })).toEqual([`${name}: goes together with DARAJA_URL`])
    },
  )
})

describe('a sentence that names the setting:', () => {
  const till = { DARAJA_PARTY_B: '4321000', MPESA_TILL_NUMBER: '5551234' }
  test.each<[string, Record<string, string>, string]>([
    ['Daraja in clear', { DARAJA_URL: 'http://daraja.example' }, 'DARAJA_URL: must be an https address'],
    ['Daraja at no address', { DARAJA_URL: 'daraja' }, 'DARAJA_URL: must be an http or https address'],
    ['callbacks in clear', { PUBLIC_URL: 'http://tuma.example' }, 'PUBLIC_URL is neither'],
    ['callbacks in clear elsewhere', { DARAJA_CALLBACK_URL: 'http://till.example' }, 'DARAJA_CALLBACK_URL is neither'],
    ['callbacks to nowhere', { PUBLIC_URL: '' }, 'DARAJA_CALLBACK_URL: say where'],
    ['a host with a word', { DARAJA_CALLBACK_URL: 'https://MPesa.example' }, 'DARAJA_CALLBACK_URL: Daraja calls no'],
    ['a host with half a word', { PUBLIC_URL: 'https://executives.example' }, '"exe" in it, as PUBLIC_URL has'],
    ['a host with a hyphen', { PUBLIC_URL: 'https://m-pesa.example' }, '"m-pesa" in it'],
    ['a secret with a word', { DARAJA_CALLBACK_SECRET: 'xxxxxxxxxxxxSQLxx' }, 'DARAJA_CALLBACK_SECRET: Daraja calls'],
    ['an old secret with a word', { DARAJA_CALLBACK_SECRET: `${'x'.repeat(16)},cmd${'x'.repeat(16)}` }, 'cmd in it'],
    ['a short secret', { DARAJA_CALLBACK_SECRET: 'short' }, 'DARAJA_CALLBACK_SECRET: must be 16 to 128'],
    ['three secrets', { DARAJA_CALLBACK_SECRET: Array(3).fill('x'.repeat(16)).join() }, 'DARAJA_CALLBACK_SECRET: must'],
    ['no short code', { DARAJA_SHORT_CODE: 'tuma' }, 'DARAJA_SHORT_CODE: must be 5 to 9 digits'],
    ['another till', till, 'MPESA_TILL_NUMBER: is 5551234, and money goes to DARAJA_PARTY_B, 4321000'],
    ['another version', { DARAJA_C2B: 'v3' }, 'DARAJA_C2B: must be v1 or v2'],
    ['no address', { DARAJA_ALLOWED_ADDRESSES: '196.201.214.200, here' }, 'DARAJA_ALLOWED_ADDRESSES: "here" is no'],
    ['no network', { DARAJA_ALLOWED_ADDRESSES: '196.201.214.0/40' }, 'DARAJA_ALLOWED_ADDRESSES: "196.201.214.0/40"'],
    ['no file', { ...asking, DARAJA_CERTIFICATE: '/nowhere/till.cer' }, 'DARAJA_CERTIFICATE: names a file'],
    ['no certificate', { ...asking, DARAJA_CERTIFICATE: '-----BEGIN LETTER-----' }, 'DARAJA_CERTIFICATE: must be a'],
    ['another key', { ...asking, DARAJA_CERTIFICATE: ellipticCertificate }, 'DARAJA_CERTIFICATE: must have an RSA key'],
  ])('%s', (_, changed, sentence) => {
    expect(sentences({ ...needed, ...changed })).toEqual([expect.stringContaining(sentence)])
  })

  test('one for each wrong setting', () => {
    expect(sentences({ ...needed, DARAJA_PASSKEY: '', PUBLIC_URL: 'http://tuma.example', ...till })).toHaveLength(3)
  })
  test('the sample till is not treated as set', () => {
    expect(read({ ...needed, ...till, MPESA_TILL_NUMBER: '555123' })).toMatchObject({ partyB: '4321000' })
    expect(read({ ...needed, ...till, MPESA_TILL_NUMBER: '4321000' })).toMatchObject({ partyB: '4321000' })
  })
})

describe('a list of addresses', () => {
  const allowed = (said: string) => read({ ...needed, DARAJA_ALLOWED_ADDRESSES: said })?.allowed
  test('lets some in', () => {
    const list = allowed('196.201.214.200, 196.201.213.0/24, 2c0f:fe38::/32')
    expect(list?.onlyLogs).toBe(false)
    const let_ = (address: string) => list?.allows(address)
    expect(['196.201.214.200', '::ffff:196.201.214.200', '196.201.213.44', '2c0f:fe38::5'].map(let_)).not.toContain(
      false,
    )
    expect(['196.201.214.201', '10.0.0.1', '2c0f:fe39::5', 'elsewhere', ''].map(let_)).not.toContain(true)
  })
  test('that is not certain only logs', () => {
    expect(allowed('log:196.201.214.200')?.onlyLogs).toBe(true)
    expect(allowed('log: 196.201.214.200')?.allows('196.201.214.200')).toBe(true)
  })
})

describe('a certificate', () => {
  const settings = read({ ...needed, ...asking })
  const warned = (now: string) => (settings ? darajaWarnings(settings, now) : null)

  test('seals the password, differently each time', () => {
    if (!settings?.initiator) throw new Error('There is an initiator.')
    const [one, other] = [securityCredential(settings.initiator), securityCredential(settings.initiator)]
    expect(one).toMatch(/^[A-Za-z0-9+/]{342}==$/)
    expect(one).not.toBe(other)
  })
  test('that expires gives a warning two weeks ahead', () => {
    expect(warned('2027-05-20T00:00:00.000Z')).toEqual([])
    expect(warned('2027-06-01T00:00:00.000Z')).toEqual([
      expect.stringContaining('DARAJA_CERTIFICATE: expires on 2027-06-11'),
    ])
    expect(warned('2027-06-12T00:00:00.000Z')).toEqual([
      expect.stringContaining('DARAJA_CERTIFICATE: expired on 2027-06-11'),
    ])
  })
  test('names the day on which it expires, from two weeks before it on', () => {
    const ends = (now: string) => settings && endsSoon(settings, now)
    expect(ends('2027-05-20T00:00:00.000Z')).toBeNull()
    expect(ends('2027-06-01T00:00:00.000Z')).toMatch(/^2027-06-11T/)
    expect(ends('2028-01-01T00:00:00.000Z')).toMatch(/^2027-06-11T/)
  })
  test('that is not needed gives no warning', () => {
    const without = read(needed)
    expect(without && darajaWarnings(without, '2030-01-01T00:00:00.000Z')).toEqual([])
  })
})
