import { join } from 'node:path'

const ignorers = ['messages-for-developers', 'exhaustive-cases']

/** What is mutated, and by which tests, comes from infra/launch/mutation.mjs. */
export default {
  testRunner: 'vitest',
  vitest: { related: false },
  plugins: ['@stryker-mutator/vitest-runner', ...ignorers.map((name) => join(import.meta.dirname, `${name}.mjs`))],
  ignorers,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Most of the time a worker waits for what a fault keeps from happening.
  concurrency: 6,
  timeoutMS: 15_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  // With what vitest.config.ts has each test file begin with.
  ignorePatterns: [
    '/*',
    ...['services', 'vitest.config.ts', 'tsconfig.json', 'package.json', 'frontends', 'infra'].map(
      (kept) => `!/${kept}`,
    ),
    ...[
      'frontends/kit',
      'frontends/kit/src',
      'frontends/kit/src/testing',
      'infra/e2e',
      'infra/e2e/running/longest-first.ts',
    ].flatMap((kept) => [`/${kept.slice(0, kept.lastIndexOf('/'))}/*`, `!/${kept}`]),
  ],
  tempDirName: '.cache/mutation/sandboxes',
  cleanTempDir: 'always',
  reporters: ['progress', 'clear-text', 'json', 'html'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
}
