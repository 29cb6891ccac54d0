import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { renewKeys } from './erased-keys.ts'
import { openS3Double } from './s3-double.ts'
import { bucketIn, openS3Place } from './s3-place.ts'
import { openSeal } from './seal.ts'

let s3: Awaited<ReturnType<typeof openS3Double>>
beforeEach(async () => {
  s3 = await openS3Double('backups', 'KEY1', 'eu-west-1')
})
afterEach(() => s3.close())
const address = () => ({
  ...bucketIn('s3://backups/tuma/shop/'),
  ...{ endpoint: s3.endpoint, region: 'eu-west-1', keyId: 'KEY1', secret: 'of the key' },
})
const place = () => openS3Place(address())

test('objects are below the prefix, listed in order over pages, read whole, and missing ones are null', async () => {
  for (const name of ['b/2', 'b/1', 'a', 'b/3', 'b/4']) await place().put(name, Buffer.from(name))
  expect(await place().list('')).toEqual(['a', 'b/1', 'b/2', 'b/3', 'b/4'])
  expect(await place().list('b/')).toEqual(['b/1', 'b/2', 'b/3', 'b/4'])
  expect(String(await place().get('b/3'))).toBe('b/3')
  expect(await place().get('c')).toBeNull()
  expect(s3.versions().map(({ key }) => key)).toContain('tuma/shop/a')
})

test('what is removed is gone in all its versions, also those of objects that were replaced or deleted before', async () => {
  for (const text of ['old', 'older', 'new']) await place().put('keys/1', Buffer.from(text))
  await place().put('keys/2', Buffer.from('kept'))
  await place().remove('keys/', (name) => name === 'keys/2')
  expect(s3.versions().map(({ bytes }) => String(bytes))).toEqual(['kept'])
})

test('a new generation of keys leaves no version of an older one', async () => {
  const objects = { place: place(), seal: openSeal(Buffer.alloc(32, 1)) }
  const log = (key: string) => ({
    allKeys: () => [[{ service: 'delivery', id: 'p', version: 1, key }]].values() as never,
  })
  for (const [generation, key] of [
    ['1', 'first'],
    ['2', 'second'],
    ['2', 'again'],
  ] as const)
    await renewKeys(objects, log(key), { chain: '000001-aa', generation: Number(generation) })
  const names = s3.versions().map(({ key }) => key)
  expect(names.every((name) => name.includes('keys-000000000000002/'))).toBe(true)
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  [507, 'full'],
  [500, 'away'],
  [429, 'slow'],
  [403, 'refused'],
])('an answer %s is a place that is %s', async (status, state) => {
  s3.answer(status)
  await expect(place().put('a', Buffer.from('a'))).rejects.toMatchObject({ state })
})

test('another key, another bucket and a closed port are refused, refused and away', async () => {
  const other = openS3Place({ ...address(), keyId: 'KEY2' })
  await expect(other.list('')).rejects.toMatchObject({ state: 'refused' })
  await expect(openS3Place({ ...address(), bucket: 'nowhere' }).list('')).rejects.toMatchObject({ state: 'refused' })
  const { endpoint } = s3
  await s3.close()
  const gone = openS3Place({ ...address(), endpoint })
  await expect(gone.list('')).rejects.toMatchObject({ state: 'away' })
  s3 = await openS3Double('backups', 'KEY1', 'eu-west-1')
})

test('the signature is the one that Amazon gives as an example', async () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "GET Bucket (List Objects)"
  const { AwsV4Signer } = await import('aws4fetch')
  const signer = new AwsV4Signer({
    ...{ url: 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J', service: 's3', region: 'us-east-1' },
    ...{ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    datetime: '20130524T000000Z',
    headers: { 'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  })
  expect(await signer.signature()).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

test.each([
  ['gone', 'away'],
  ['full', 'full'],
  ['overQuota', 'full'],
] as const)('a store that is %s is a place that is %s, and takes objects again by itself', async (fault, state) => {
  s3.setState(fault)
  await expect(place().put('a', Buffer.from('a'))).rejects.toMatchObject({ state })
  s3.setState('sound')
  await place().put('a', Buffer.from('a'))
  expect(String(await place().get('a'))).toBe('a')
})

test('an object that a slow store answers piece by piece is read whole', async () => {
  await place().put('a', Buffer.from('a few pieces of it'))
  s3.setState('slow')
  expect(String(await place().get('a'))).toBe('a few pieces of it')
})

test('a store that hangs answers nothing, and goes on with the same requests when it is sound', async () => {
  s3.setState('hanging')
  const putting = place().put('a', Buffer.from('a'))
  expect(await Promise.race([putting, pause(50).then(() => 'no answer')])).toBe('no answer')
  expect(s3.versions()).toEqual([])
  s3.setState('sound')
  await putting
  expect(String(await place().get('a'))).toBe('a')
})

test('a copy of a store has what was there, and stays as it is', async () => {
  await place().put('a', Buffer.from('before'))
  const from = s3.objects()
  await place().put('a', Buffer.from('after'))
  await place().put('b', Buffer.from('after'))
  const copy = await openS3Double('backups', 'KEY1', 'eu-west-1', { from })
  onTestFinished(copy.close)
  const there = openS3Place({ ...address(), endpoint: copy.endpoint })
  expect([await there.list(''), String(await there.get('a'))]).toEqual([['a'], 'before'])
})
