import { configDefaults, defineConfig } from 'vitest/config'

const journeys = '**/*.e2e.test.ts'
const engines = '**/*.engine.test.ts'

/** What needs more than Node has a mode of its own; without one, everything else runs. */
const modes: Record<string, string[]> = {
  /** Through a browser, against the whole product in one process. */
  browser: [journeys],
  /** On Kafka, Redis and their like. */
  engines: [engines],
  /** Journeys of `browser`, against processes of their own on a real Kafka and Redis. */
  grown: ['journey', 'crash', 'live'].map((name) => `infra/e2e/${name}.e2e.test.ts`),
}

export default defineConfig(({ mode }) => {
  const include = modes[mode]
  const patient = include !== undefined
  return {
    test: {
      include: include ?? ['**/*.test.{ts,tsx}'],
      exclude: [
        ...configDefaults.exclude,
        '**/dist/**',
        'infra/architecture/violations/**',
        ...(patient ? [] : [journeys, engines]),
      ],
      globalSetup: mode === 'browser' ? ['infra/e2e/demonstration.ts'] : [],
      env: mode === 'grown' ? { TUMA_FORM: 'grown' } : {},
      // No test says how fast a machine is: these are for one that is slow and busy.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      // What needs servers of its own wants the machine to itself; a browser mostly waits.
      maxWorkers: mode === 'engines' || mode === 'grown' ? 1 : 2,
      // Browser tests are far apart as it is: what a file shares with the next in its process is loaded once, and Chromium.
      isolate: mode !== 'browser',
      // The steps of a journey stand on each other.
      bail: mode === 'browser' || mode === 'grown' ? 1 : 0,
      // A machine that CI shares may stand still for longer than a browser waits; what was tried again is reported.
      retry: process.env.CI && patient ? 1 : 0,
    },
  }
})
