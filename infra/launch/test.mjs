import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chromiumAdvice, findMissing } from './needs.mjs'
import { isPrepared, prepare, refuse, root, runHeard } from './prepare.mjs'
import { openProgress } from './progress.mjs'

const reports = '.cache/test-reports'
/** Where infra/e2e/running/evidence.ts keeps the traces of a failed journey. */
const evidence = '.cache/failed-journeys'
/** Where infra/e2e/running/file-line-reporter.ts keeps the logs of tests and of the services under test. */
const logs = '.cache/test-logs'

/** Each domain folder is a project of its own: it compiles without Node's and the browser's libraries. */
const domains = readdirSync(join(root, 'services'))
  .map((service) => `services/${service}/src/domain/tsconfig.json`)
  .filter((project) => existsSync(join(root, project)))

const types = ['tsconfig.json', 'frontends/tsconfig.json', ...domains].map((project) => ['tsc', '-p', project])
const build = ['node', 'frontends/kit/build/build.ts']
const chromium = ['node', 'infra/e2e/browser/chromium.ts']
const browser = [build, chromium]
/** Once for all parts that need them, because two at a time would both build the same. */
const fetched = ['node', 'infra/engines/src/fetch.ts']
/** The tests of a part; vitest.config.ts says which they are. */
const vitest = (part) => {
  const report = [
    '--reporter=./infra/e2e/running/file-line-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${reports}/${part}.json`,
  ]
  return ['vitest', 'run', '--mode', part, ...report]
}

/**
 * A part runs all its commands, even after one has failed; `needs` come first and stop it if they fail. Parts without
 * `when` share two lanes, those with the most `seconds` first (on two cores; only for the order), so that both lanes end
 * together. `first`: a build that others read. `beside`: it mostly waits, for servers that are away or come back, so it
 * runs beside the lanes from the beginning. `alone`: it needs both lanes. `last`: it needs the whole machine.
 */
const parts = {
  types: { title: 'Types', seconds: 80, commands: types },
  lint: { title: 'Lint and format', seconds: 40, commands: [['biome', 'check', '--error-on-warnings']] },
  imports: {
    title: 'Declared and used',
    seconds: 20,
    commands: [['knip'], ['knip', '--strict', '--include', 'unlisted']],
  },
  architecture: { title: 'Architecture', seconds: 40, commands: [vitest('architecture')] },
  services: { title: 'Services and engines', seconds: 180, commands: [vitest('services')] },
  screens: { title: 'Screens', seconds: 70, commands: [vitest('screens')] },
  unit: { title: 'Units', seconds: 30, commands: [vitest('unit')] },
  product: { title: 'The whole product', seconds: 270, commands: [vitest('product')] },
  build: { title: 'Front-end build', commands: [build], when: 'first' },
  browser: { title: 'Browser journeys', when: 'alone', needs: browser, commands: [vitest('browser')] },
  sbom: { title: 'What ships', seconds: 10, commands: [['node', 'infra/supply-chain/check.ts']] },
  fuzz: { title: 'Fuzzing at length', seconds: 130, commands: [vitest('fuzz')] },
  crashes: { title: 'Crashes', seconds: 130, needs: browser, commands: [vitest('crashes')] },
  simulation: { title: 'Simulation', seconds: 380, commands: [vitest('simulation')] },
  chaos: { title: 'Chaos', when: 'beside', commands: [['node', 'infra/chaos/chaos.ts', '--changes', '80']] },
  engines: { title: 'Real engines', when: 'beside', needs: [fetched], commands: [vitest('engines')] },
  processes: {
    title: 'Processes on real engines',
    when: 'beside',
    needs: [fetched, build],
    commands: [vitest('processes')],
  },
  grown: {
    title: 'Journeys through processes',
    when: 'last',
    needs: [fetched, ...browser],
    commands: [vitest('grown'), ['node', 'infra/chaos/grown.ts', '--rounds', '3', '--changes', '80', '--rebuilt']],
  },
}

/** `npm test -- everything` runs all parts, as CI does. */
const everything = 'everything'
/**
 * `npm test` does not run these parts: they take long, download servers or ask the registry, and are asked for by name.
 */
const askedFor = ['sbom', 'fuzz', 'crashes', 'simulation', 'chaos', 'engines', 'processes', 'grown']
const usual = Object.keys(parts).filter((part) => !askedFor.includes(part))

/**
 * The result of a part's tests. A part that failed without a report counts as one failed test, with the end of its
 * output.
 */
const outcome = (part, failed, end) => {
  const file = join(root, reports, `${part}.json`)
  const nothing = { numPassedTests: 0, numFailedTests: 0 }
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing
  const { numPassedTests: passed, numFailedTests, testResults = [] } = report
  const failures = testResults.flatMap(failuresOf)
  if (failed && failures.length === 0) failures.push(`${parts[part].title}: it ended with\n${end.join('\n')}`)
  return { passed, failed: numFailedTests || Number(failed), failures }
}

/** A service under test may log more than all other output. */
const isLogged = (line) => line.startsWith('{"level":')

const failuresOf = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${relative(root, name)}: ${fullName}\n${failureMessages[0] ?? ''}`)

/** Commands that this run has finished already: the browser tests need the same build as the build part. */
const made = new Map()
const make = (command, hear) => {
  const making = made.get(command) ?? runHeard(hear, ...command).then((code) => code === 0)
  made.set(command, making)
  return making
}

const progress = openProgress(process.stdout)

const runPart = async (part) => {
  const { title, needs = [], commands, when } = parts[part]
  // A part that runs at the same time as another prints its whole output at its end, so that the two do not mix.
  const isOnly = when === 'first' || when === 'last' || (when === 'alone' && !wanted.some(isBeside))
  const said = [`\n── ${title} ──`]
  const tell = () => said.length > 0 && progress.say(`${said.splice(0).join('\n')}\n`)
  let [heard, end] = [[], []]
  const hear = (line) => {
    said.push(line)
    if (!isLogged(line)) heard = [...heard.slice(-29), line]
    progress.heard(title, line)
    if (isOnly) tell()
  }
  progress.begin(title)
  if (isOnly) tell()
  const started = Date.now()
  let failed = false
  const did = async (command) => {
    heard = []
    const isMade = await make(command, hear)
    if (!isMade) end = heard
    return isMade
  }
  for (const need of needs) failed ||= !(await did(need))
  if (!failed) for (const command of commands) failed = !(await did(command)) || failed
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  said.push(`${title}: ${failed ? 'failed' : 'passed'} in ${seconds} s`)
  progress.end(title)
  tell()
  return { part, title, seconds, ok: !failed, ...outcome(part, failed, end) }
}

const isBeside = (part) => parts[part].when === 'beside'

/** Two lanes for two cores, one more for each part beside them. A lane takes the next part when it is free. */
const runAll = async () => {
  const results = []
  const runQueue = async (queue) => {
    while (queue.length > 0) results.push(await runPart(queue.shift()))
  }
  const getQueue = (when) => wanted.filter((part) => parts[part].when === when)
  const inLanes = getQueue(undefined).sort((one, other) => parts[other].seconds - parts[one].seconds)
  const runLanes = async () => {
    await Promise.all([runQueue(inLanes), runQueue(inLanes)])
    await runQueue(getQueue('alone'))
  }
  await runQueue(getQueue('first'))
  await Promise.all([runLanes(), ...wanted.filter(isBeside).map((part) => runQueue([part]))])
  await runQueue(getQueue('last'))
  return results.sort((one, other) => wanted.indexOf(one.part) - wanted.indexOf(other.part))
}

const asked = process.argv.slice(2)
const isEverything = asked.length === 1 && asked[0] === everything
const unknown = isEverything ? undefined : asked.find((part) => !Object.hasOwn(parts, part))
if (unknown) refuse(`There is no part ${unknown}; the parts are ${Object.keys(parts).join(', ')}.`)

const wanted = isEverything ? Object.keys(parts) : asked.length > 0 ? asked : usual
if (wanted.includes('simulation')) {
  // A third of the planted faults a day. It is printed, so that the run can be repeated; `all` looks for every one.
  process.env.SIMULATION_DAY ??= String(Math.floor(Date.now() / 86_400_000))
  console.log(`SIMULATION_DAY=${process.env.SIMULATION_DAY}`)
}
const journeys = wanted.some((part) => parts[part].needs?.includes(chromium))
const missing = await findMissing({ journeys, isInstalled: isPrepared() })
if (missing.length > 0) refuse(missing.join('\n'))
prepare()
// Before the first part begins, because a missing browser would otherwise be reported minutes later.
if (journeys && !(await make(chromium))) refuse(chromiumAdvice)
for (const folder of [reports, evidence, logs]) rmSync(join(root, folder), { recursive: true, force: true })
if (process.stdout.isTTY) process.env.FORCE_COLOR ??= '1'
const results = await runAll()

console.log('\n── Summary ──')
for (const { ok, title, seconds } of results)
  console.log(`${ok ? 'passed' : 'FAILED'}  ${title.padEnd(20)}${seconds.padStart(7)} s`)
// Of a long run often only the end is kept.
for (const { failures } of results) for (const failure of failures) console.log(`\nFAILED  ${failure}`)
if (existsSync(join(root, logs))) console.log(`\nWhat tests and the services under test logged is in ${logs}.`)
if (existsSync(join(root, evidence))) console.log(`\nPictures, traces and logs of failed journeys are in ${evidence}.`)
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0) process.exitCode = 1
