import { expect, test } from 'vitest'
import { metadataFrom } from '../streams.ts'

const now = '2026-11-22T06:00:00.000Z'
const asked = { actor: { kind: 'user' }, commandId: 'c1', correlationId: 'call-1' }

test('the metadata of a command say who asked, with which command and in which call, and that it follows from itself', () => {
  expect(metadataFrom(asked, now)).toStrictEqual({ ...asked, causationId: 'c1', at: now })
})

test("they have the given time, and the command's hash and origin, if there are any", () => {
  const at = '2026-11-21T06:00:00.000Z'
  expect(metadataFrom({ ...asked, at, requestHash: 'hash', origin: 'seed' }, now)).toStrictEqual({
    ...asked,
    causationId: 'c1',
    at,
    requestHash: 'hash',
    origin: 'seed',
  })
})
