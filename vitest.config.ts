import { configDefaults, defineConfig } from 'vitest/config'

/** `vitest run` runs everything but the browser journeys; `vitest run --mode browser` runs only those. */
export default defineConfig(({ mode }) => {
  const journeys = '**/*.e2e.test.ts'
  const browser = mode === 'browser'
  return {
    test: {
      include: browser ? [journeys] : ['**/*.test.{ts,tsx}'],
      exclude: [
        ...configDefaults.exclude,
        '**/dist/**',
        'infra/architecture/violations/**',
        ...(browser ? [] : [journeys]),
      ],
      testTimeout: browser ? 60_000 : 20_000,
      hookTimeout: browser ? 120_000 : 30_000,
      maxWorkers: browser ? 1 : 2,
      // The steps of a journey stand on each other.
      bail: browser ? 1 : 0,
    },
  }
})
