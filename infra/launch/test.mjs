import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, refuse, root, run } from './prepare.mjs'

const reports = '.cache/test-reports'

/** Each domain folder is a project of its own: it compiles without Node's and the browser's libraries. */
const domains = readdirSync(join(root, 'services'))
  .map((service) => `services/${service}/src/domain/tsconfig.json`)
  .filter((project) => existsSync(join(root, project)))

const types = ['tsconfig.json', 'frontends/tsconfig.json', ...domains].map((project) => ['tsc', '-p', project])
const build = ['node', 'frontends/kit/build/build.ts']
const browser = [build, ['node', 'infra/e2e/chromium.ts']]
/** The tests of a part: which they are, vitest.config.ts says. */
const vitest = (part) => {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${part}.json`]
  return ['vitest', 'run', '--mode', part, ...report]
}

/** A part runs all its commands, whatever the earlier ones said; `needs` come first and stop it where they fail. */
const parts = {
  types: { title: 'Types', commands: types },
  lint: { title: 'Lint and format', commands: [['biome', 'check', '--error-on-warnings']] },
  imports: { title: 'Declared and used', commands: [['knip'], ['knip', '--strict', '--include', 'unlisted']] },
  architecture: { title: 'Architecture', commands: [vitest('architecture')] },
  unit: { title: 'Units', commands: [vitest('unit')] },
  screens: { title: 'Screens', commands: [vitest('screens')] },
  services: { title: 'Services and engines', commands: [vitest('services')] },
  product: { title: 'The whole product', commands: [vitest('product')] },
  build: { title: 'Front-end build', commands: [build] },
  browser: { title: 'Browser journeys', needs: browser, commands: [vitest('browser')] },
  engines: { title: 'Real engines', needs: [build], commands: [vitest('engines')] },
  grown: { title: 'Journeys through processes', needs: browser, commands: [vitest('grown')] },
}

/** What `npm test` runs: these are asked for by name, for they fetch servers. */
const fetchServers = ['engines', 'grown']
const usual = Object.keys(parts).filter((part) => !fetchServers.includes(part))

/** How many tests a part ran. A part that failed without saying where counts as one that failed. */
const count = (part, failed) => {
  const file = join(root, reports, `${part}.json`)
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numPassedTests: 0, numFailedTests: 0 }
  return { passed: report.numPassedTests, failed: report.numFailedTests || Number(failed) }
}

const runPart = async (part) => {
  const { title, needs = [], commands } = parts[part]
  console.log(`\n── ${title} ──`)
  const started = Date.now()
  let failed = false
  for (const need of needs) failed ||= (await run(...need)) !== 0
  if (!failed) for (const command of commands) failed = (await run(...command)) !== 0 || failed
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${title}: ${failed ? 'failed' : 'passed'} in ${seconds} s`)
  return { title, seconds, ok: !failed, ...count(part, failed) }
}

const asked = process.argv.slice(2)
const unknown = asked.find((part) => !Object.hasOwn(parts, part))
if (unknown) refuse(`There is no part ${unknown}; the parts are ${Object.keys(parts).join(', ')}.`)

prepare()
// Hundreds of workers, threads and processes load the same files: what one has compiled, the others take as it is.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
rmSync(join(root, reports), { recursive: true, force: true })
const results = []
for (const part of asked.length > 0 ? asked : usual) results.push(await runPart(part))

console.log('\n── Summary ──')
for (const { ok, title, seconds } of results)
  console.log(`${ok ? 'passed' : 'FAILED'}  ${title.padEnd(20)}${seconds.padStart(7)} s`)
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0) process.exitCode = 1
