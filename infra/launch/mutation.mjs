import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, refuse, root, run } from './prepare.mjs'

const settings = 'infra/mutation/stryker.config.mjs'
const reports = '.cache/mutation'

/** Whose tests must notice, and how many per cent of the faults that are put into it. */
const folders = [
  ...readdirSync(join(root, 'services'))
    .map((service) => ({ folder: `services/${service}/src/domain`, least: 95, slow: [] }))
    .filter(({ folder }) => existsSync(join(root, folder))),
  // Whole replicas come and go in these two: minutes for each of hundreds of faults.
  {
    folder: 'services/platform/src/event-sourcing',
    least: 85,
    slow: ['replicas.test.ts', 'view-versions.test.ts'],
  },
]

const asked = process.argv.slice(2).map((path) => path.replaceAll('\\', '/').replace(/\/$/, ''))
const within = (path, folder) => `${path}/`.startsWith(`${folder}/`)

/** What of a folder is asked for: files in it, or all of it by any folder around. */
const patternsIn = (folder) => {
  const whole = asked.length === 0 || asked.some((path) => within(folder, path))
  return whole ? [`${folder}/**/*.ts`] : asked.filter((path) => within(path, folder))
}

const figuresOf = (report) => {
  const mutants = Object.values(report.files).flatMap((file) => file.mutants)
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const killed = count('Killed', 'Timeout')
  const survived = count('Survived')
  const uncovered = count('NoCoverage')
  const isStatic = ({ status, statusReason }) => status === 'Ignored' && /^Static mutant/.test(statusReason ?? '')
  const tried = killed + survived + uncovered
  const score = tried === 0 ? 100 : (100 * killed) / tried
  return { killed, survived, uncovered, score, ignored: mutants.filter(isStatic).length }
}

const mutate = async ({ folder, least, slow }) => {
  const [, service] = folder.split('/')
  const report = (kind) => join(root, reports, `report.${kind}`)
  rmSync(report('json'), { force: true })
  const mutated = [...patternsIn(folder), '!**/*.test.ts', '!**/*.test-d.ts', '!**/*-for-each-test.ts']
  const tests = [`${folder}/**/*.test.ts`, ...slow.map((file) => `!${folder}/${file}`)]
  const code = await run('stryker', 'run', settings, '--mutate', mutated.join(), '--testFiles', tests.join())
  if (code !== 0 || !existsSync(report('json'))) refuse(`The faults in ${folder} could not be tried: see above.`)
  for (const kind of ['json', 'html']) {
    if (existsSync(report(kind))) renameSync(report(kind), join(root, reports, `${service}.${kind}`))
  }
  const figures = figuresOf(JSON.parse(readFileSync(join(root, reports, `${service}.json`), 'utf8')))
  return { folder, least, ...figures }
}

const chosen = folders.filter(({ folder }) => patternsIn(folder).length > 0)
const lost = asked.find((path) => !folders.some(({ folder }) => within(path, folder) || within(folder, path)))
if (lost)
  refuse(`${lost} is in none of the folders whose tests are tried: ${folders.map((one) => one.folder).join(', ')}.`)

prepare()
const results = []
for (const one of chosen) results.push(await mutate(one))

const columns = ['killed', 'survived', 'uncovered', 'ignored']
const row = (name, numbers, score) =>
  name.padEnd(40) + [...numbers, score].map((one) => String(one).padStart(12)).join('')
console.log(`\n${row('Faults tried', ['killed', 'survived', 'not reached', 'not tried'], 'score')}`)
for (const result of results) {
  const { folder, score, least } = result
  const numbers = columns.map((column) => result[column])
  console.log(`${row(folder, numbers, `${score.toFixed(1)} %`)}${score < least ? `  below ${least} %` : ''}`)
}
console.log(`
Not tried is what only the loading of a file runs, as tables and declarations of views: a fault in it would take all
tests of the folder. ${reports}/<service>.html shows each fault in its place.`)
if (results.some(({ score, least }) => score < least)) process.exitCode = 1
