import { type BulkWriteResult, MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { isAway, isRefused } from './mongodb-away.ts'

const bulk = (error: ConstructorParameters<typeof MongoBulkWriteError>[0]) =>
  new MongoBulkWriteError(error, {} as BulkWriteResult)

test('a connection that dies is a server that is away, under one write and under several', () => {
  const died = new MongoNetworkError('connection 2 to 127.0.0.1:27017 closed')
  expect(isAway(died)).toBe(true)
  expect(isAway(bulk(died as never))).toBe(true)
})

test('what the server refuses is its answer, under one write and under several', () => {
  const refused = new MongoServerError({ message: 'not authorized', code: 13 })
  expect(isAway(refused)).toBe(false)
  expect(isAway(bulk(refused as never))).toBe(false)
  expect(isAway(bulk({ message: 'E11000 duplicate key', code: 11000, writeErrors: [{} as never] }))).toBe(false)
})

test('who may not is told apart from what is not there, also where the driver has wrapped it', () => {
  const refused = new MongoServerError({ message: 'Authentication failed.', code: 18 })
  expect([isRefused(refused), isRefused(new Error('while connecting', { cause: refused }))]).toEqual([true, true])
  for (const other of [new MongoNetworkError('closed'), new MongoServerError({ message: 'no', code: 11000 }), null])
    expect(isRefused(other)).toBe(false)
})
