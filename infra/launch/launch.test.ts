import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** A repository of its own, whose tools are a package of one-line scripts, so that installing it needs no registry. */
let project: string
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}
const putTool = (name: string, script: string) => {
  put(`tools/${name}`, `#!/usr/bin/env node\n${script}\n`)
  chmodSync(join(project, 'tools', name), 0o755)
}
const putManifests = (version: string) => {
  const bin = Object.fromEntries(['tsc', 'biome', 'knip', 'vitest', 'stryker'].map((name) => [name, name]))
  const own = { name: 'house', private: true, type: 'module', dependencies: { tools: 'file:tools' } }
  const tools = { name: 'tools', version, bin }
  const packages = { '': own, 'node_modules/tools': { resolved: 'tools', link: true }, tools: { version, bin } }
  put('package.json', JSON.stringify(own))
  put('tools/package.json', JSON.stringify(tools))
  put('package-lock.json', JSON.stringify({ name: 'house', lockfileVersion: 3, requires: true, packages }))
}
const launch = (script: string, ...args: string[]) => launchIn(project, script, ...args)
/** @param folder where npm was called */
const launchIn = (folder: string, script: string, ...args: string[]) => {
  const env = { ...process.env, CI: 'true', INIT_CWD: folder }
  return spawnSync(process.execPath, [join(project, 'infra/launch', script), ...args], { encoding: 'utf8', env })
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'tuma-house-'))
  const scripts = 'prepare progress needs rebuild inspect backup restore start test mutation'.split(' ')
  for (const script of scripts.map((name) => `${name}.mjs`))
    cpSync(join(import.meta.dirname, script), join(project, 'infra/launch', script))
  put('infra/e2e/browser/chromium.ts', 'console.log("browser found")')
  put('frontends/kit/build/build.ts', 'console.log("built")')
  put('infra/one-process/src/main.ts', 'console.log("product on", process.execPath)')
  mkdirSync(join(project, 'services'))
  putManifests('1.0.0')
  for (const tool of ['tsc', 'biome', 'knip', 'vitest', 'stryker']) putTool(tool, '')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const startOn = (version: string) => {
  const pretend = `data:text/javascript,Object.defineProperty(process,"version",{value:"${version}"})`
  return spawnSync(process.execPath, ['--import', pretend, join(project, 'infra/launch/start.mjs')], {
    encoding: 'utf8',
  })
}

test('on a Node that is too old the launcher says which one is needed, and installs nothing', () => {
  const { status, stdout, stderr } = startOn('v18.20.4')
  expect(stderr).toBe('Tuma needs Node 20 or newer, and this is v18.20.4.\n')
  expect(stdout).toBe('')
  expect(status).toBe(1)
})

test('where npm has no Node 24 for the system, the launcher asks for a newer one', () => {
  const { status, stderr } = startOn('v20.19.0')
  expect(stderr).toMatch(/^Tuma runs on Node 24[.] .+ install Node 24 or newer and try again[.]\n$/)
  expect(status).toBe(1)
})

test('the first start installs, the next does not, and a changed lock installs again', () => {
  const first = launch('start.mjs').stdout
  expect(first).toContain('Installing dependencies')
  expect(first.indexOf('built')).toBeLessThan(first.indexOf(`product on ${process.execPath}`))
  expect(launch('start.mjs').stdout).not.toContain('Installing')
  putManifests('1.0.1')
  expect(launch('start.mjs').stdout).toContain('Installing')
})

test('a failed install shows npm’s output', () => {
  put('package.json', '{ "dependencies": { "tools": "file:tools", "other": "file:other" } }')
  const { status, stderr } = launch('start.mjs')
  expect(stderr).toContain('npm error')
  expect(status).toBe(1)
})

test('the product runs on the Node in node_modules, if that starts on this machine', () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const bundled = `node_modules/node-${platform}-${process.arch}/bin/node`
  launch('start.mjs')
  put(bundled, `#!/bin/sh\nNODE_IS=bundled exec "${process.execPath}" "$@"\n`)
  put('infra/one-process/src/main.ts', 'console.log(process.env.NODE_IS)')
  expect(launch('start.mjs').stdout).not.toContain('bundled')
  chmodSync(join(project, bundled), 0o755)
  expect(launch('start.mjs').stdout).toContain('bundled')
})

describe('compiled code is kept for the next start', () => {
  const kept = () => join(project, '.cache/compiled')
  const startedWith = (): string => {
    put('infra/one-process/src/main.ts', "console.log('kept in', process.env.NODE_COMPILE_CACHE ?? 'nothing')")
    const { NODE_COMPILE_CACHE, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, [join(project, 'infra/launch/start.mjs')], { encoding: 'utf8', env })
    return /^kept in (.*)$/m.exec(stdout)?.[1] ?? stdout
  }

  test('beside the code, where other accounts may neither read nor write', () => {
    expect(startedWith()).toBe(kept())
    expect(statSync(kept()).mode & 0o777).toBe(0o700)
  })

  test('but not where others may write, because they could put in code that we would run', () => {
    mkdirSync(kept(), { recursive: true })
    chmodSync(kept(), 0o777)
    expect(startedWith()).toBe('nothing')
  })

  test('and where no folder can be made, the start works without it', () => {
    put('.cache', 'a file')
    expect(startedWith()).toBe('nothing')
  })
})

test('the limit of young memory is the same from here, in the image and grown', () => {
  const bound = '--max-semi-space-size=16'
  put('infra/one-process/src/main.ts', 'console.log(process.execArgv.join())')
  expect(launch('start.mjs').stdout).toContain(bound)
  for (const file of ['docker/Dockerfile', 'grown/src/supervisor.ts', 'chaos/product-process.ts'])
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(bound)
})

test('a failed build keeps the product from starting', () => {
  put('frontends/kit/build/build.ts', 'process.exit(3)')
  const { status, stdout } = launch('start.mjs')
  expect(stdout).not.toContain('product')
  expect(status).toBe(3)
})

const productThatStops = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(7) })
setTimeout(() => process.exit(1), 100_000)
console.log('ready')`

test('a signal reaches the product, and its exit code is passed on', async () => {
  put('infra/one-process/src/main.ts', productThatStops)
  const start = spawn(process.execPath, [join(project, 'infra/launch/start.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  start.stdout.on('data', (text) => String(text).includes('ready') && start.kill('SIGTERM'))
  expect(await once(start, 'exit')).toEqual([7, null])
})

test('a signal that npm gives only to its shell still stops the product', async () => {
  put('infra/one-process/src/main.ts', productThatStops)
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const command = `"${process.execPath}" "${join(project, 'infra/launch/start.mjs')}"; true`
  const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  shell.stdout.on('data', (text) => {
    said += text
    if (String(text).includes('ready')) shell.kill('SIGTERM')
  })
  await once(shell.stdout, 'end')
  expect(said).toContain('stopped')
})

test('later parts run after a failed one, and the end names the failures and counts the tests of all', () => {
  putTool('tsc', 'process.exit(2)')
  putTool(
    'vitest',
    `const file = process.argv.find((arg) => arg.startsWith('--outputFile')).split('=')[1]
    require('node:fs').mkdirSync(require('node:path').dirname(file), { recursive: true })
    const failed = { status: 'failed', fullName: 'rates are kept', failureMessages: ['expected 1 to be 2'] }
    const testResults = [{ name: process.cwd() + '/rates.test.ts', assertionResults: [{ status: 'passed' }, failed] }]
    const report = file.includes('unit') ? { numFailedTests: 1, testResults } : { numFailedTests: 0 }
    require('node:fs').writeFileSync(file, JSON.stringify({ numPassedTests: 10, ...report }))
    process.exit(file.includes('unit') ? 1 : 0)`,
  )
  const { status, stdout } = launch('test.mjs')
  expect(stdout.match(/^(?:passed|FAILED) .+?(?=\s{2,}\d)/gm)).toEqual([
    'FAILED  Types',
    'passed  Lint and format',
    'passed  Declared and used',
    'passed  Architecture',
    'passed  Services and engines',
    'passed  Screens',
    'FAILED  Units',
    'passed  The whole product',
    'passed  Front-end build',
    'passed  Browser journeys',
  ])
  expect(stdout.trimEnd()).toMatch(
    /\nFAILED {2}rates\.test\.ts: rates are kept\nexpected 1 to be 2\n\n60 passed, 2 failed$/,
  )
  expect(status).toBe(1)
})

test('without a browser no part begins, and the answer is the command that gets one', () => {
  put('infra/e2e/browser/chromium.ts', 'process.exit(1)')
  const { status, stdout, stderr } = launch('test.mjs', 'lint', 'browser')
  expect(stdout).not.toContain('──')
  expect(stderr).toMatch(/^Chromium: the browser tests need one.+\n {2}\S+ .*(chromium|chrome)/is)
  expect(status).toBe(1)
  expect(launch('test.mjs', 'lint').status).toBe(0)
})

test('missing requirements of a machine are named before the tests begin, each with the way to get it', async () => {
  const { listMissing } = await import(new URL('./needs.mjs', import.meta.url).href)
  const [gigabyte, enough] = [1024 ** 3, { memory: 16e9, disk: 16e9, temporary: 16e9, port: undefined }]
  const missing = (there: object, isInstalled = false) =>
    listMissing({ ...enough, ...there }, { journeys: true, isInstalled }).join('\n')
  expect(missing({})).toBe('')
  expect(missing({ memory: gigabyte })).toMatch(/^Memory: .+ 3\.5 GB .+ 1\.0 GB\. .+npm run check/)
  expect(missing({ disk: gigabyte })).toMatch(/^Disk: installing needs 1\.4 GB .+ 1\.0 GB are free\./)
  expect(missing({ disk: gigabyte }, true)).toBe('')
  expect(missing({ temporary: gigabyte / 2 })).toMatch(/^Disk: .+ 0\.5 GB are free\. .+TMPDIR=/)
  expect(missing({ port: 'EPERM' })).toMatch(/^Ports: .+127\.0\.0\.1.+EPERM/)
})

test('the summary ends with the last output of a failed part without a report, but not with logs of services', () => {
  const logged = '{"level":30,"msg":"security event"}'
  putTool('biome', `console.log('parcel 7 is lost\\n' + '${logged}\\n'.repeat(40)); process.exit(1)`)
  const { status, stdout } = launch('test.mjs', 'types', 'lint')
  const [, summary = ''] = stdout.split('── Summary ──')
  expect(summary).toContain('FAILED  Lint and format: it ended with\nparcel 7 is lost\n')
  expect(summary).not.toContain(logged)
  expect(summary).not.toContain('FAILED  Types')
  expect(status).toBe(1)
})

/** A tool that begins and waits until another has begun, or gives up. */
const waitsFor = (own: string, other: string) => `const { writeFileSync, existsSync } = require('node:fs')
  console.log('${own} begins')
  writeFileSync('${own}', '')
  const tries = setInterval(() => existsSync('${other}') && process.exit(console.log('${own} ends')), 10)
  setTimeout(() => process.exit(1), 100_000)`

test('two parts run at the same time, and each prints its whole output when it has ended', () => {
  putTool('tsc', waitsFor('tsc', 'biome'))
  putTool('biome', waitsFor('biome', 'tsc'))
  const { status, stdout } = launch('test.mjs', 'types', 'lint')
  expect(stdout).toMatch(/── Types ──\n(tsc begins\ntsc ends\n){2}Types: passed/)
  expect(stdout).toMatch(/── Lint and format ──\nbiome begins\nbiome ends\nLint and format: passed/)
  expect(status).toBe(0)
})

test('on a terminal all running parts share the last line, which counts their test files', async () => {
  const { openProgress } = await import(new URL('./progress.mjs', import.meta.url).href)
  const shown = (terminal: object) => {
    const written: string[] = []
    const progress = openProgress({ ...terminal, write: (words: string) => written.push(words) })
    progress.begin('Units')
    progress.begin('Screens')
    progress.heard('Units', '190 test files')
    progress.heard('Units', ' \u001b[32m✓\u001b[39m contracts/names.test.ts \u001b[2m(\u001b[22m13 tests)')
    progress.heard('Units', '   ✓ a name is kept as it was written')
    progress.end('Screens')
    progress.say('Screens: passed in 3.0 s\n')
    progress.end('Units')
    return written.join('').replaceAll('\r\u001b[K', '\n')
  }
  const drawn = ['', 'Units', 'Units · Screens', 'Units 0/190 · Screens', 'Units 1/190 · Screens', 'Units 1/190']
  const last = ['Screens: passed in 3.0 s', '', 'Units 1/190', '']
  expect(shown({ isTTY: true, columns: 80 }).split('\n')).toEqual([...drawn, ...last])
  expect(shown({ isTTY: true, columns: 12 })).toContain('\nUnits 1/190\n')
  expect(shown({})).toBe('Screens: passed in 3.0 s\n')
})

test('the part that takes longest begins with the first, wherever it is in the list', () => {
  for (const tool of ['tsc', 'biome']) putTool(tool, waitsFor(tool, 'vitest'))
  putTool('vitest', "require('node:fs').writeFileSync('vitest', '')")
  expect(launch('test.mjs', 'types', 'lint', 'product').status).toBe(0)
})

test('a build that others read is made once and while nothing else runs', () => {
  const ends = `setTimeout(() => console.error(performance.timeOrigin, performance.timeOrigin + performance.now()), 300)`
  for (const tool of ['biome', 'vitest']) putTool(tool, ends)
  put('frontends/kit/build/build.ts', `console.log('built'); ${ends}`)
  const { stdout, stderr } = launch('test.mjs', 'lint', 'build', 'browser')
  expect(stdout.match(/^built$/gm)).toHaveLength(1)
  const spans = `${stdout}${stderr}`.matchAll(/^(\d+[.\d]*) (\d+[.\d]*)$/gm)
  const inOrder = [...spans].map(([, from, to]) => [Number(from), Number(to)]).sort(([a = 0], [b = 0]) => a - b)
  expect(inOrder).toHaveLength(3)
  expect(inOrder.flat().toSorted((a, b) => a - b)).toEqual(inOrder.flat())
})

test('everything is each part once, the build before all others and the journeys through processes after them', () => {
  const programs = ['engines/src/fetch', 'chaos/chaos', 'chaos/grown', 'supply-chain/check']
  for (const program of programs) put(`infra/${program}.ts`, '')
  putTool('vitest', "console.log('begins', process.argv[process.argv.indexOf('--mode') + 1])")
  put('frontends/kit/build/build.ts', "console.log('begins build')")
  const { status, stdout } = launch('test.mjs', 'everything')
  const begun = [...stdout.matchAll(/^begins (\w+)$/gm)].map(([, part]) => part)
  expect([begun[0], begun.at(-1)]).toEqual(['build', 'grown'])
  expect(new Set(begun).size).toBe(begun.length)
  expect(stdout.match(/^passed /gm)).toHaveLength(18)
  expect(status).toBe(0)
})

test('a download that two parallel parts need is made once, and neither begins before it is complete', () => {
  put(
    'infra/engines/src/fetch.ts',
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('fetched', '')\nconsole.log('fetched')",
  )
  putTool('vitest', "console.log(require('node:fs').existsSync('fetched') ? 'begun with it' : 'begun without')")
  const { status, stdout } = launch('test.mjs', 'engines', 'processes')
  expect(stdout.match(/^(fetched|begun .+)$/gm)?.sort()).toEqual(['begun with it', 'begun with it', 'fetched'])
  expect(status).toBe(0)
})

test('a signal ends both running parts, and no other begins', async () => {
  const stops = (tool: string) => `process.on('SIGTERM', () => { console.log('${tool} stopped'); process.exit(7) })
    setInterval(() => {}, 1000)
    require('node:fs').writeFileSync('${tool}', String(process.pid))`
  for (const tool of ['tsc', 'biome']) putTool(tool, stops(tool))
  putTool('knip', "require('node:fs').writeFileSync('knip', '')")
  const tests = spawn(process.execPath, [join(project, 'infra/launch/test.mjs'), 'types', 'lint', 'imports'])
  const pids = await vi.waitUntil(() => {
    const files = ['tsc', 'biome'].map((tool) => join(project, tool))
    return files.every(existsSync) && files.map((file) => Number(readFileSync(file, 'utf8')))
  }, 60_000)
  tests.kill('SIGTERM')
  expect(await once(tests, 'exit')).toEqual([7, null])
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(existsSync(join(project, 'knip'))).toBe(false)
})

test('one part can be asked for, and an unknown one is answered with the list of parts', () => {
  const { status, stdout } = launch('test.mjs', 'lint')
  expect(stdout).toMatch(/^passed {2}Lint and format/m)
  expect(stdout).not.toContain('Types')
  expect(status).toBe(0)
  const unknown = launch('test.mjs', 'anything')
  expect(unknown.stderr).toContain('There is no part anything; the parts are types, lint,')
  expect(unknown.status).toBe(1)
})

/** A report in which each file has this many faults that tests noticed, and this many that they did not. */
const putFaults = (noticed: number, unnoticed: number) =>
  putTool(
    'stryker',
    `const { writeFileSync, mkdirSync } = require('node:fs')
    const mutated = process.argv[process.argv.indexOf('--mutate') + 1]
    console.log('tried:', mutated)
    const named = (count, mutant) => Array.from({ length: count }, () => mutant)
    const mutants = [
      ...named(${noticed - 1}, { status: 'Killed' }), { status: 'Timeout' },
      ...named(${unnoticed - 1}, { status: 'Survived' }), { status: 'NoCoverage' },
      { status: 'Ignored', statusReason: 'Static mutant (and so on)' },
      { status: 'Ignored', statusReason: 'a message for developers' },
    ].map((mutant, line) => ({ ...mutant, location: { start: { line, column: 1 }, end: { line, column: 2 } } }))
    mkdirSync('.cache/mutation', { recursive: true })
    writeFileSync('.cache/mutation/report.json', JSON.stringify({ files: { [mutated]: { mutants } } }))`,
  )
const putDomain = (service: string) => put(`services/${service}/src/domain/rules.ts`, '')

test('each domain must reach its share of noticed faults, and faults that were not tried do not count', () => {
  putDomain('garage')
  putDomain('wash')
  putFaults(96, 4)
  const { status, stdout } = launch('mutation.mjs', 'services/garage', 'services/wash')
  expect(stdout).toMatch(/^services\/garage\/src\/domain +96 +3 +1 +1 +96.0 %$/m)
  expect(stdout).toMatch(/^services\/wash\/src\/domain +96 +3 +1 +1 +96.0 %$/m)
  expect(status).toBe(0)
})

test('one domain whose tests notice too little fails the whole command', () => {
  putDomain('garage')
  putFaults(94, 6)
  const { status, stdout } = launch('mutation.mjs', 'services/garage')
  expect(stdout).toMatch(/^services\/garage\/src\/domain .+94.0 % {2}below 95 %$/m)
  expect(status).toBe(1)
})

test('faults can be tried in one file, and a place without figures is refused', () => {
  putDomain('garage')
  putFaults(10, 1)
  const file = 'services/garage/src/domain/rules.ts'
  expect(launch('mutation.mjs', file).stdout).toContain(`tried: ${file},!`)
  const elsewhere = launch('mutation.mjs', 'bff/src')
  expect(elsewhere.stderr).toMatch(/^bff\/src is in none of the folders whose tests are tried: services\/garage/)
  expect(elsewhere.status).toBe(1)
})

test('a run that breaks off has no figures', () => {
  putDomain('garage')
  putTool('stryker', 'process.exit(1)')
  const { status, stdout, stderr } = launch('mutation.mjs', 'services/garage')
  expect(stderr).toContain('The faults in services/garage/src/domain could not be tried')
  expect(stdout).not.toContain('score')
  expect(status).toBe(1)
})

test('a read model is rebuilt with the engines of the named form', () => {
  for (const form of ['one-process', 'grown'])
    put(`infra/${form}/src/rebuild.ts`, `console.log('${form}:', ...process.argv.slice(2)); process.exit(7)`)
  const one = launch('rebuild.mjs', 'delivery', 'riders-v1')
  expect([one.stdout.trim().split('\n').at(-1), one.status]).toEqual(['one-process: delivery riders-v1', 7])
  const grown = launch('rebuild.mjs', 'grown', 'delivery', 'riders-v1')
  expect([grown.stdout.trim().split('\n').at(-1), grown.status]).toEqual(['grown: delivery riders-v1', 7])
})

test('an inspection gets its words as they were typed', () => {
  put('infra/one-process/src/inspect.ts', `console.log('inspect:', ...process.argv.slice(2)); process.exit(7)`)
  const { stdout, status } = launch('inspect.mjs', 'delivery-1', '--open')
  expect([stdout.trim().split('\n').at(-1), status]).toEqual(['inspect: delivery-1 --open', 7])
})

test('a backup is made and restored with a path relative to where npm was called', () => {
  for (const name of ['backup', 'restore']) {
    put(`infra/one-process/src/${name}.ts`, `console.log('${name}:', ...process.argv.slice(2)); process.exit(7)`)
    const calledIn = join(project, 'services')
    const { stdout, status } = launchIn(calledIn, `${name}.mjs`, 'tuma.backup', '--replace')
    const said = `${name}: ${join(calledIn, 'tuma.backup')} --replace`
    expect([stdout.trim().split('\n').at(-1), status]).toEqual([said, 7])
    expect(launchIn(calledIn, `${name}.mjs`, 'grown').stdout).toContain(`${name}: grown\n`)
  }
})
