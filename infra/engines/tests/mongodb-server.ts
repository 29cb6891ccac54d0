import { MongoClient } from 'mongodb'
import { afterAll, onTestFinished } from 'vitest'
import { startMongoDb } from '../src/index.ts'

/** MongoDB for all tests of a file, with an operator who reads it without our code. */
export const startMongoDbWithOperator = async () => {
  const engine = await startMongoDb()
  const operator = new MongoClient(engine.url)
  afterAll(async () => {
    await operator.close()
    await engine.close()
  })
  console.log(engine.found)
  return {
    engine,
    operator,
    /** After the current test. */
    dropLater: (service: string) =>
      onTestFinished(async () => void (await operator.db(`tuma-${service}`).dropDatabase())),
  }
}
