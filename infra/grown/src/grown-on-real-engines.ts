import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningEngine, startKafka, startRedis } from '@tuma/engines'
import { openSecretKey } from '@tuma/one-process/secret-key'
import { type EngineSettings, engineSettings } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { getEngines } from './plan.ts'
import { type Grown, type RunElsewhere, readGrownSettings, startGrown } from './start-grown.ts'

export type GrownOnRealEngines = Grown & {
  readonly kafka: RunningEngine
  readonly redis: RunningEngine
  /** The reports about processes that died by themselves. */
  readonly said: readonly string[]
  /** Every process finishes its work and ends; the engines stay, and the processes may be started again. */
  stop(): Promise<void>
  /** The engines of a service, to look at while it is stopped. */
  getEngines(service: string): EngineSettings
}

/**
 * For tests: the grown product, on a folder that is removed with it.
 * @param getSettings settings of one process only, such as the address of its line to a store
 * @throws EngineMissing
 */
export const startGrownOnRealEngines = async (
  extra: Record<string, string> = {},
  elsewhere: Readonly<Record<string, RunElsewhere>> = {},
  getSettings: (name: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<GrownOnRealEngines> => {
  const redis = await startRedis()
  const kafka = await startKafka().catch(async (error) => {
    await redis.close()
    throw error
  })
  const folder = await mkdtemp(join(tmpdir(), 'tuma-grown-'))
  const said: string[] = []
  const given = { PORT: '0', DATA_DIR: folder, SEED: 'demo', KAFKA_BROKERS: kafka.url, REDIS_URL: redis.url, ...extra }
  const environment = { ...process.env, ...given }
  const closeEngines = async () => {
    await Promise.all([kafka.close(), redis.close()])
    await rm(folder, { recursive: true, force: true })
  }
  const say = (line: string) => void said.push(line)
  try {
    const settings = readGrownSettings(environment)
    const product = await startGrown({ settings, environment, say, elsewhere, getSettings })
    return {
      ...product,
      kafka,
      redis,
      said,
      stop: product.close,
      getEngines: (service) =>
        readSettings(engineSettings, {
          ...getEngines(settings, openSecretKey(folder, false))(service),
          ...getSettings(service),
        }),
      async close() {
        await product.close()
        await closeEngines()
      },
    }
  } catch (error) {
    await closeEngines()
    throw error
  }
}
