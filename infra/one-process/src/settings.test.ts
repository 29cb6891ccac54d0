import { WrongSettings } from '@tuma/platform/runtime'
import { describe, expect, test } from 'vitest'
import { readProductSettings } from './settings.ts'

const toSentences = (environment: Record<string, string>): readonly string[] => {
  try {
    readProductSettings(environment)
    return []
  } catch (error) {
    if (error instanceof WrongSettings) return error.sentences
    throw error
  }
}

test('no setting is required', () => {
  expect(readProductSettings({ PORT: '' })).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    DUKANI_FEE: 150,
    PICKER_ID_DAYS: 90,
    CONTACT_MONTHS: 24,
    MPESA_TILL_NAME: 'TUMA PARCELS',
    tillName: 'TUMA PARCELS',
    MPESA_TILL_NUMBER: '555123',
    demonstration: true,
    admin: null,
  })
})

describe('a wrong setting is reported in a sentence that names it', () => {
  test.each([
    [{ PORT: 'eighty' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ SEED: 'yes' }, 'SEED: must be demo or none'],
    [{ PUBLIC_URL: 'tuma.example' }, 'PUBLIC_URL: must be an http or https address'],
    [{ PUBLIC_URL: 'ftp://tuma.example' }, 'PUBLIC_URL: must be an http or https address'],
    [{ DUKANI_FEE: '1.5' }, 'DUKANI_FEE: must be whole shillings'],
    [{ POSTS_PER_MINUTE: '-1' }, 'POSTS_PER_MINUTE: must be 0 or more'],
    [{ AT_CALLBACK_SECRET: 'short' }, 'AT_CALLBACK_SECRET: must be 16 to 128 letters, digits, hyphens or underscores'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must be 16 or more letters, digits or -._~+/='],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be a level such as info or warn'],
    [{ ADMIN_EMAIL: 'admin@tuma.example' }, 'ADMIN_EMAIL: goes together with ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL: goes together with ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL: Please enter a valid email address.'],
    [{ ADMIN_EMAIL: 'a@tuma.example', ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD: Minimum 6 characters'],
    [{ DARAJA_C2B: 'v2' }, 'DARAJA_C2B: goes together with DARAJA_URL'],
    [{ PROMPTS_PER_HOUR: '-1' }, 'PROMPTS_PER_HOUR: must be 0 (no limit) or more'],
  ])('%j', (environment, sentence) => {
    expect(toSentences(environment)).toEqual([sentence])
  })

  test('several wrong settings are reported together', () => {
    expect(toSentences({ PORT: 'x', DUKANI_FEE: 'x', SEED: 'x' })).toHaveLength(3)
  })
})

test('the address that people use is kept without a slash at its end', () => {
  expect(readProductSettings({ PUBLIC_URL: 'https://tuma.example/', TRUSTED_PROXIES: '1' }).PUBLIC_URL).toBe(
    'https://tuma.example',
  )
})

test('on https the number of proxies in front must be set, and may be zero', () => {
  const site = { PUBLIC_URL: 'https://tuma.example' }
  expect(toSentences(site)).toEqual([expect.stringContaining('TRUSTED_PROXIES: with an https PUBLIC_URL')])
  expect(toSentences({ ...site, TRUSTED_PROXIES: '' })).toHaveLength(1)
  for (const TRUSTED_PROXIES of ['0', '1']) expect(toSentences({ ...site, TRUSTED_PROXIES })).toEqual([])
  expect(toSentences({ PUBLIC_URL: 'http://tuma.example' })).toEqual([])
})

describe('the demonstration', () => {
  test.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', SEED: 'demo' }, true],
    [{ NODE_ENV: 'production' }, false],
    [{ SEED: 'none' }, false],
    [{ SMTP_URL: 'smtp://mail.example' }, false],
    [{ AT_API_KEY: 'key' }, false],
  ])('with %j: %s', (environment, demonstration) => {
    expect(readProductSettings(environment).demonstration).toBe(demonstration)
  })

  test('is refused in production', () => {
    const sentence = 'SEED: demo is refused with NODE_ENV=production: everybody knows its logins and reads its messages'
    expect(toSentences({ SEED: 'demo', NODE_ENV: 'production' })).toEqual([sentence])
  })

  const daraja = {
    DARAJA_URL: 'https://api.example',
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORT_CODE: '600310',
    DARAJA_PASSKEY: 'passkey',
    DARAJA_CALLBACK_SECRET: '0123456789abcdef',
    DARAJA_CALLBACK_URL: 'https://tuma.example',
  }
  test('is refused where real phones would be asked for money, and allowed with an M-Pesa on this machine', () => {
    expect(toSentences({ SEED: 'demo', ...daraja })).toEqual([expect.stringContaining('with this DARAJA_URL')])
    expect(readProductSettings(daraja).demonstration).toBe(false)
    const here = { ...daraja, DARAJA_URL: 'http://127.0.0.1:9999' }
    expect(readProductSettings(here)).toMatchObject({ demonstration: true, daraja: { url: 'http://127.0.0.1:9999' } })
    expect(toSentences({ SEED: 'demo', ...here })).toEqual([])
  })
  test('is refused where its invented people would be sent messages', () => {
    const reals: Record<string, string>[] = [
      { SMTP_URL: 'smtp://mail.example' },
      { AT_API_KEY: 'key', AT_USERNAME: 'tuma' },
    ]
    for (const real of reals) {
      expect(toSentences({ SEED: 'demo', ...real })).toEqual([expect.stringContaining('SEED: demo')])
    }
  })
})

describe('the backup', () => {
  const BACKUP_KEY = 'ab'.repeat(32)
  const [folder, bucket] = ['/backups/tuma', 's3://backups/tuma']
  const s3 = { BACKUP_S3_ENDPOINT: 'https://s3.example', BACKUP_S3_KEY_ID: 'id', BACKUP_S3_SECRET: 'secret' }
  const keyRefused =
    'BACKUP_KEY: must be 32 bytes: 64 hexadecimal digits, or 44 characters of base64 (openssl rand -base64 32)'
  test.each([
    [{ BACKUP_TO: folder }, keyRefused],
    [{ BACKUP_TO: folder, BACKUP_KEY: 'ab'.repeat(16) }, keyRefused],
    [{ BACKUP_TO: folder, BACKUP_KEY: 'secret' }, keyRefused],
    [
      { BACKUP_TO: './data/backups', BACKUP_KEY },
      'BACKUP_TO: would be lost with DATA_DIR; name a folder elsewhere, best on another disk',
    ],
    [
      { BACKUP_TO: folder, BACKUP_KEY, MONGODB_URL: 'mongodb://mongo' },
      'BACKUP_TO: ships one data folder; engines elsewhere have their own backup',
    ],
    [
      { BACKUP_TO: bucket, BACKUP_KEY },
      'BACKUP_TO: s3:// needs BACKUP_S3_ENDPOINT, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET',
    ],
    [{ BACKUP_TO: 's3://', BACKUP_KEY, ...s3 }, 'BACKUP_TO: must be a folder, or like s3://bucket/folder'],
  ])('%j is refused in a sentence', (wrong: Record<string, string>, sentence) => {
    expect(toSentences(wrong)).toEqual([sentence])
  })

  test('takes a folder or a bucket with a key in hexadecimal or base64', () => {
    const BASE64 = Buffer.alloc(32, 1).toString('base64')
    for (const right of [
      { BACKUP_TO: folder, BACKUP_KEY },
      { BACKUP_TO: bucket, BACKUP_KEY: BASE64, ...s3 },
    ])
      expect(toSentences(right)).toEqual([])
  })
})
