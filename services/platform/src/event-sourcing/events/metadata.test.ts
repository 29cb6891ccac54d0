import { expect, test } from 'vitest'
import { metadataFrom } from '../streams.ts'

const now = '2026-11-22T06:00:00.000Z'
const asked = { actor: { kind: 'user' }, commandId: 'c1', correlationId: 'call-1' }

test('a command says who asked, as which command and in which call, and follows from itself', () => {
  expect(metadataFrom(asked, now)).toStrictEqual({ ...asked, causationId: 'c1', at: now })
})

test('it says when it happened, where somebody knows, and what it was and began with, where there is such a thing', () => {
  const at = '2026-11-21T06:00:00.000Z'
  expect(metadataFrom({ ...asked, at, requestHash: 'hash', origin: 'seed' }, now)).toStrictEqual({
    ...asked,
    causationId: 'c1',
    at,
    requestHash: 'hash',
    origin: 'seed',
  })
})
