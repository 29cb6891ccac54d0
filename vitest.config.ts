import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './infra/e2e/running/longest-first.ts'

const journeys = '**/*.e2e.test.ts'
const engines = '**/*.engine.test.ts'
const crashes = '**/*.crash.test.ts'
const architecture = 'infra/architecture/**/*.test.ts'
const simulation = 'infra/simulation/**/*.test.ts'
const domains = 'services/*/src/domain/**/*.test.ts'
const core = 'services/platform/src/{event-sourcing,ports,runtime,testing}/**/*.test.ts'
/** Needs more than Node, so these files are in no part that goes by their folder. */
const needsMoreThanNode = [journeys, engines, crashes]

type Part = { readonly of: readonly string[]; readonly but?: readonly string[] }

/** Each test file is of exactly one part, by where it lies or by its name. A part is a mode; without one, all that Node can run does. */
export const parts: Readonly<Record<string, Part>> = {
  architecture: { of: [architecture] },
  /** Starts no service, no process and no server. */
  unit: {
    of: ['contracts/**/*.test.ts', domains, core],
  },
  /** In jsdom. */
  screens: { of: ['frontends/*/src/**/*.test.{ts,tsx}'] },
  /** Whole services, the engines that they stand on, and what serves. */
  services: {
    of: [
      'services/*/src/**/*.test.ts',
      'bff/**/*.test.ts',
      'services/*/server/*.test.ts',
      'frontends/*/{build,server}/**/*.test.ts',
    ],
    but: [domains, core],
  },
  /** All of them together, in one process and in several. */
  product: { of: ['infra/**/*.test.ts'], but: [architecture, simulation, ...needsMoreThanNode] },
  /** The same on a machine that repeats itself: its seeds, and the faults that they must find. */
  simulation: { of: [simulation] },
  /** Through a browser, against the whole product in one process. */
  browser: { of: [journeys] },
  /** The same, and requests without a browser, while the product is killed and started again, or its disk is full. */
  crashes: { of: [crashes] },
  /** On Kafka, Redis and their like: each by itself, and processes of our own on all of them. */
  engines: { of: ['infra/engines/**/*.engine.test.ts'] },
  processes: { of: ['infra/{docker,grown}/**/*.engine.test.ts'] },
}

const triesFaults = 'STRYKER_MUTATOR_WORKER' in process.env

/**
 * No test says how fast a machine is: these end one that waits for what never comes. Where a fault is tried
 * (infra/mutation), half of them are waits that never end, and each would be waited for.
 */
const patienceMs = triesFaults ? 20_000 : 300_000
/** For a whole journey through a browser whose processor is four times slower. */
const patienceOfJourneysMs = 15 * 60_000

/**
 * Node loads the tests of these parts as it loads the product. Through Vite an import costs more to load and at each use.
 * Screens stay with Vite because they have JSX and mock modules; so does a worker that tries faults, which loads a file again.
 */
const loadedByNode = triesFaults ? [] : ['architecture', 'unit', 'services']

/** Journeys, against processes of their own on a real Kafka and Redis. */
const throughProcesses = ['journey.e2e', 'journey.crash', 'requests.crash', 'live.e2e']
const grown: Part = { of: throughProcesses.map((name) => `infra/e2e/${name}.test.ts`) }
/** Of the product, with more requests a call. */
const fuzz: Part = { of: ['infra/one-process/api/fuzz.test.ts'] }
const nodeTests: Part = { of: ['**/*.test.{ts,tsx}'], but: needsMoreThanNode }

export default defineConfig(({ mode }) => {
  const { of, but = [] } = { ...parts, grown, fuzz }[mode] ?? nodeTests
  const throughBrowser = ['browser', 'crashes'].includes(mode)
  const isPatient = throughBrowser || mode === 'grown'
  return {
    test: {
      include: [...of],
      // Where faults are tried stands a copy of every test (infra/mutation).
      exclude: [...configDefaults.exclude, '**/dist/**', '.cache/**', 'infra/architecture/violations/**', ...but],
      globalSetup: throughBrowser ? ['infra/e2e/running/demonstration.ts'] : [],
      env: { grown: { TUMA_FORM: 'grown' }, fuzz: { FUZZ_REQUESTS: '312' } }[mode] ?? {},
      setupFiles: [
        'frontends/kit/src/testing/tidy-after-each-test.ts',
        ...(isPatient ? ['infra/e2e/running/evidence-setup.ts'] : []),
      ],
      // Files that share a worker load what they import once, and one Chromium. Whatever they leave behind, they leave to
      // the next one.
      isolate: !['unit', 'screens', 'services', 'product', 'browser', 'crashes'].includes(mode),
      // At length a call gets hundreds of requests, and some of them write for hundreds of parcels.
      testTimeout: isPatient ? patienceOfJourneysMs : mode === 'fuzz' ? 3 * patienceMs : patienceMs,
      hookTimeout: isPatient ? patienceOfJourneysMs : patienceMs,
      expect: { poll: { timeout: Math.min(patienceMs / 2, 75_000) } },
      // What needs servers of its own wants them one at a time; a browser waits a third of its time, the product half.
      // A slowed page (SLOWED_BY=4) keeps a core busy all the time.
      maxWorkers: { engines: 1, processes: 1, grown: 1, browser: process.env.SLOWED_BY ? 1 : 4, product: 3 }[mode] ?? 2,
      ...(['browser', 'product'].includes(mode) ? { sequence: { sequencer: LongestFirst } } : {}),
      // A test that passes only at its second try is a fault, and one failure hides no other.
      retry: 0,
      bail: 0,
      ...(loadedByNode.includes(mode) ? { experimental: { viteModuleRunner: false, nodeLoader: false } } : {}),
    },
  }
})
