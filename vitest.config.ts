import { configDefaults, defineConfig } from 'vitest/config'

/**
 * `vitest run` runs all that needs nothing beside Node; `--mode browser` only the journeys in a browser, `--mode
 * engines` only what needs Kafka, Redis and their like.
 */
export default defineConfig(({ mode }) => {
  const journeys = '**/*.e2e.test.ts'
  const engines = '**/*.engine.test.ts'
  const browser = mode === 'browser'
  const patient = browser || mode === 'engines'
  return {
    test: {
      include: browser ? [journeys] : mode === 'engines' ? [engines] : ['**/*.test.{ts,tsx}'],
      exclude: [
        ...configDefaults.exclude,
        '**/dist/**',
        'infra/architecture/violations/**',
        ...(patient ? [] : [journeys, engines]),
      ],
      testTimeout: patient ? 60_000 : 20_000,
      hookTimeout: patient ? 120_000 : 30_000,
      ...(patient ? { expect: { poll: { timeout: 15_000 } } } : {}),
      maxWorkers: patient ? 1 : 2,
      // The steps of a journey stand on each other.
      bail: browser ? 1 : 0,
    },
  }
})
