import {
  type BulkWriteResult,
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb'
import { expect, test } from 'vitest'
import { EngineAway, EngineMisconfigured } from '../../ports/message-bus.ts'
import { explained, isAway } from './mongodb-away.ts'

const bulk = (error: ConstructorParameters<typeof MongoBulkWriteError>[0]) =>
  new MongoBulkWriteError(error, {} as BulkWriteResult)

test('a connection that ends is an outage of the server, under one write and under several', () => {
  const died = new MongoNetworkError('connection 2 to 127.0.0.1:27017 closed')
  expect(isAway(died)).toBe(true)
  expect(isAway(bulk(died as never))).toBe(true)
})

test('a call during the close of its client may be repeated, as after an outage', () => {
  expect(isAway(new MongoClientClosedError())).toBe(true)
})

test('a refusal of the server is its answer, under one write and under several', () => {
  const refused = new MongoServerError({ message: 'not authorized', code: 13 })
  expect(isAway(refused)).toBe(false)
  expect(isAway(bulk(refused as never))).toBe(false)
  expect(isAway(bulk({ message: 'E11000 duplicate key', code: 11000, writeErrors: [{} as never] }))).toBe(false)
})

const noneLooks = () => Promise.reject(new Error('the connection is not looked at'))

test.each([
  [18, 'Authentication failed.', 'MongoDB refuses the user or the password in MONGODB_URL.'],
  [8000, 'bad auth', 'MongoDB refuses the user or the password in MONGODB_URL.'],
  [13, 'Command find requires authentication', 'MongoDB refuses the user or the password in MONGODB_URL.'],
  [
    13,
    'not authorized on tuma-delivery to execute command',
    'MongoDB does not let the user in MONGODB_URL do this: readWrite on the database of each service (tuma-delivery, …).',
  ],
])(
  'a refusal (%i %s) names the password or a right, also in a wrapper of the driver',
  async (code, message, sentence) => {
    const refused = new MongoServerError({ message, code })
    for (const error of [refused, new Error('while connecting', { cause: refused })])
      expect(await explained(error, noneLooks)).toEqual(new EngineMisconfigured(sentence))
  },
)

test('a lost connection is explained by a look at it, and the failure of one call is not', async () => {
  const gone = new MongoNetworkError('connection 1 to 127.0.0.1:27017 closed')
  const explain = (fault: Awaited<ReturnType<Parameters<typeof explained>[1]>>) => explained(gone, async () => fault)
  expect(await explain('speaksTls')).toEqual(
    new EngineMisconfigured('MongoDB speaks only TLS at this address: add tls=true to MONGODB_URL.'),
  )
  const nowhere = 'There is no connection to MongoDB: nothing answers at the address in MONGODB_URL.'
  for (const fault of ['noConnection', null] as const) expect(await explain(fault)).toEqual(new EngineAway(nowhere))
  const duplicate = new MongoServerError({ message: 'E11000 duplicate key', code: 11000 })
  expect(await explained(duplicate, noneLooks)).toBe(duplicate)
})
