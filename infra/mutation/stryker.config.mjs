import { join } from 'node:path'

const ignorers = ['messages-for-developers', 'exhaustive-cases']

/** infra/launch/mutation.mjs says what is mutated, and by which tests. */
export default {
  testRunner: 'vitest',
  vitest: { related: false },
  plugins: ['@stryker-mutator/vitest-runner', ...ignorers.map((name) => join(import.meta.dirname, `${name}.mjs`))],
  ignorers,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Most of the time a worker waits for something that a fault prevents.
  concurrency: 6,
  timeoutMS: 15_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  // With the setup file of vitest.config.ts for each test file.
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
