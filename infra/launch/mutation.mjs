import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, refuse, root, run } from './prepare.mjs'

const settings = 'infra/mutation/stryker.config.mjs'
const reports = '.cache/mutation'

/** The folders whose tests must notice faults, and how many per cent of them. */
const folders = [
  ...readdirSync(join(root, 'services'))
    .map((service) => ({ folder: `services/${service}/src/domain`, least: 95, slow: [] }))
    .filter(({ folder }) => existsSync(join(root, folder))),
  // Whole replicas come and go in these two, which takes minutes for each of hundreds of faults.
  {
    folder: 'services/platform/src/event-sourcing',
    least: 85,
    slow: ['replicas.test.ts', 'view-versions.test.ts'],
  },
]

const asked = process.argv.slice(2).map((path) => path.replaceAll('\\', '/').replace(/\/$/, ''))
const within = (path, folder) => `${path}/`.startsWith(`${folder}/`)

/** The part of a folder that was asked for: files in it, or all of it by a folder above. */
const patternsIn = (folder) => {
  const whole = asked.length === 0 || asked.some((path) => within(folder, path))
  return whole ? [`${folder}/**/*.ts`] : asked.filter((path) => within(path, folder))
}

/** The faults of a report, each with a name that is the same in another report of the same files. */
const faultsIn = (report) =>
  new Map(
    Object.entries(report.files).flatMap(([file, { mutants }]) =>
      mutants.map((fault) => {
        const { mutatorName, replacement, location } = fault
        return [JSON.stringify([file, mutatorName, replacement, location]), { ...fault, file }]
      }),
    ),
  )
const noticed = ({ status }) => status === 'Killed' || status === 'Timeout'
const neverTried = ({ status, statusReason }) => status === 'Ignored' && !/^Static mutant/.test(statusReason ?? '')
const placeOf = ({ file, location: { start, end } }) =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`

const figuresOf = (faults) => {
  const count = (status) => faults.filter((one) => one.status === status).length
  const killed = faults.filter(noticed).length
  const [survived, uncovered] = [count('Survived'), count('NoCoverage')]
  const ignored = faults.filter((one) => one.status === 'Ignored' && !neverTried(one)).length
  const tried = killed + survived + uncovered
  return { killed, survived, uncovered, score: tried === 0 ? 100 : (100 * killed) / tried, ignored }
}

const report = (kind) => join(root, reports, `report.${kind}`)

/** @param places files, or places in them */
const stryker = async (folder, places, tests) => {
  rmSync(report('json'), { force: true })
  const code = await run('stryker', 'run', settings, '--mutate', places.join(), '--testFiles', tests.join())
  if (code !== 0 || !existsSync(report('json'))) refuse(`The faults in ${folder} could not be tried: see above.`)
  return faultsIn(JSON.parse(readFileSync(report('json'), 'utf8')))
}

const isTest = (file) => /\.test(-d)?\.ts$|-for-each-test\.ts$/.test(file)

/**
 * Tries each file first with its own test, in a second or less a fault, and the faults that this does not notice with
 * all tests of the folder.
 */
const mutateByFile = async (folder, tests) => {
  const files = readdirSync(join(root, folder)).map((file) => `${folder}/${file}`)
  const wanted = files.filter(
    (file) => !isTest(file) && patternsIn(folder).some((one) => one.endsWith('*.ts') || one === file),
  )
  const faults = new Map()
  const left = []
  for (const file of wanted) {
    const own = file.replace(/\.ts$/, '.test.ts')
    if (!existsSync(join(root, own))) left.push(file)
    else for (const [name, fault] of await stryker(folder, [file], [own])) faults.set(name, fault)
  }
  left.push(...[...faults.values()].filter((one) => !noticed(one) && !neverTried(one)).map(placeOf))
  if (left.length === 0) return faults
  for (const [name, fault] of await stryker(folder, left, tests)) {
    if (!faults.has(name) || !noticed(faults.get(name))) faults.set(name, fault)
  }
  return faults
}

const mutate = async ({ folder, least, slow }) => {
  const [, service] = folder.split('/')
  const tests = [`${folder}/**/*.test.ts`, ...slow.map((file) => `!${folder}/${file}`)]
  const mutated = [...patternsIn(folder), '!**/*.test.ts', '!**/*.test-d.ts', '!**/*-for-each-test.ts']
  const faults = slow.length > 0 ? await mutateByFile(folder, tests) : await stryker(folder, mutated, tests)
  rmSync(report('json'), { force: true })
  if (existsSync(report('html'))) renameSync(report('html'), join(root, reports, `${service}.html`))
  const left = [...faults.values()].filter((one) => ['Survived', 'NoCoverage'].includes(one.status))
  const told = left.map((one) => `${placeOf(one)} ${one.mutatorName} ${one.status} ${one.replacement}`).sort()
  writeFileSync(join(root, reports, `${service}.txt`), `${told.join('\n')}\n`)
  return { folder, least, ...figuresOf([...faults.values()]) }
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
tests of the folder. ${reports}/<service>.txt lists what no test notices.`)
if (results.some(({ score, least }) => score < least)) process.exitCode = 1
