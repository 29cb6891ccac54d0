import { dockerAnswers } from './docker.ts'
import { builtFerretDb } from './ferretdb.ts'
import { forgetCompiled, goTool, judges } from './go-tool.ts'
import { fetchedKafka } from './kafka.ts'
import { installedRedis } from './redis.ts'

/**
 * Downloads and builds real engines and the checkers of the manifests, so that no test waits for them: `npm run
 * fetch:engines`. A missing one is reported, and the test that needs it tries again.
 */
const { REDIS_URL, MONGODB_URL } = process.env
const inDocker = await dockerAnswers()

const said = async (what: string, fetching: Promise<unknown>): Promise<void> => {
  const began = performance.now()
  const how = await fetching.then(
    () => 'is here',
    (error: Error) => `can't be had: ${error.message}`,
  )
  console.log(`${what} ${how}, after ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** One after the other, because each keeps all processors busy. */
const builtOnes = async (): Promise<void> => {
  if (!inDocker && !MONGODB_URL) await said('FerretDB', builtFerretDb())
  for (const [name, [module, version]] of Object.entries(judges)) await said(name, goTool(module, version))
}

await Promise.all([
  // Whatever KAFKA_BROKERS says: a Kafka with passwords is always our own.
  ...(inDocker ? [] : [said('Kafka', fetchedKafka())]),
  ...(inDocker || REDIS_URL ? [] : [said('Redis', installedRedis())]),
  builtOnes().finally(forgetCompiled),
])
