import { type ProductSettings, readProductSettings } from '@tuma/one-process/settings'
import { WrongSettings } from '@tuma/platform/runtime'

export type GrownSettings = ProductSettings & { readonly KAFKA_BROKERS: string; readonly REDIS_URL: string }

/**
 * Settings of the whole product; each process gets its own part and reads that itself.
 * @throws WrongSettings
 */
export const readGrownSettings = (environment: Readonly<Record<string, string | undefined>>): GrownSettings => {
  const settings = readProductSettings({ ...environment, DATA_DIR: environment.DATA_DIR || './data-grown' })
  const { KAFKA_BROKERS, REDIS_URL } = settings
  const missing = Object.entries({ KAFKA_BROKERS, REDIS_URL }).flatMap(([name, value]) => (value ? [] : [name]))
  if (!KAFKA_BROKERS || !REDIS_URL) {
    const those = missing.length > 1 ? 'are' : 'is'
    throw new WrongSettings([
      `${missing.join(' and ')} ${those} missing: processes of their own meet in Kafka and Redis (KAFKA_BROKERS=host:9092, REDIS_URL=redis://host:6379). The whole product without them: npm start`,
    ])
  }
  return { ...settings, KAFKA_BROKERS, REDIS_URL }
}
