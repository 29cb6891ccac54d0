import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// This folder parses on Node 20 and imports no package: it runs before anything is installed.

export const root = fileURLToPath(new URL('../..', import.meta.url))
const windows = process.platform === 'win32'
const nodeModules = join(root, 'node_modules')

const major = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)

export const refuse = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const parent = process.ppid

/** A path relative to the folder in which npm was called, because npm runs us in the product's folder. */
export const asTyped = (word) => (/^(-|grown$)/.test(word) ? word : resolve(process.env.INIT_CWD ?? '.', word))

/** Running programs: when a signal has ended the last of them, this process ends too. */
const running = new Set()

/**
 * Runs a program to its end and returns its exit code. A signal is passed on to the program, and then ends this
 * process.
 * @param hear gets the program's output line by line instead of the terminal, because it runs beside another
 */
export const runHeard = (hear, program, ...args) =>
  new Promise((resolve) => {
    const stdio = hear ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(program, args, { cwd: root, stdio, shell: windows })
    for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', hear)
    running.add(child)
    let answer = resolve
    const passOn = (signal) => {
      answer = (code) => running.size === 0 && process.exit(code)
      // A terminal sends Ctrl-C to the program too; passing it on would send it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    // npm signals only the shell between us, which dies without passing the signal on.
    const orphaned = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === parent) return
      clearInterval(orphaned)
      passOn('SIGTERM')
    }, 500)
    const end = (code) => {
      clearInterval(orphaned)
      for (const signal of signals) process.off(signal, passOn)
      running.delete(child)
      answer(code)
    }
    for (const signal of signals) process.on(signal, passOn)
    child.on('error', () => end(127))
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]))
  })

/** The same, with its output on the terminal. */
export const run = (program, ...args) => runHeard(undefined, program, ...args)

/**
 * Whether npm's last install (it keeps a record in node_modules) matches the lock. Optional packages may be absent,
 * because npm leaves out those of other platforms.
 */
const isInstalled = (lock, record) => {
  const same = (path) =>
    record[path]?.version === lock[path].version &&
    record[path]?.integrity === lock[path].integrity &&
    record[path]?.resolved === lock[path].resolved
  return Object.keys(lock).every((path) => path === '' || (path in record ? same(path) : lock[path].optional === true))
}

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/** The npm that started us, on its own Node; `npm` by name where we were started without it. */
const npm = (...args) => {
  const cli = process.env.npm_execpath ?? ''
  const options = { cwd: root, encoding: 'utf8' }
  return /npm-cli[.]c?js$/.test(cli)
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: windows })
}

/** Whether all packages of the lock are installed. */
export const isPrepared = () =>
  isInstalled(packagesOf(join(root, 'package-lock.json')), packagesOf(join(nodeModules, '.package-lock.json')))

const install = () => {
  if (isPrepared()) return
  const started = Date.now()
  console.log('Installing dependencies (npm ci); the first time this takes about a minute …')
  // Windows cannot delete a running program, and `npm ci` would delete the Node that may be running this.
  const verb = windows && process.execPath.startsWith(nodeModules) ? ['install', '--no-save'] : ['ci']
  const { status, error, output } = npm(...verb, '--include=dev', '--include=optional')
  if (error) refuse('Tuma is installed by npm, and npm was not found: install Node 24 or newer, which brings it.')
  if (status !== 0) refuse(`${output.join('')}\nnpm could not install the dependencies: see above.`)
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/**
 * Node 24 from node_modules where npm has one for this system, otherwise the Node that runs this if it is new enough.
 */
const findNode = () => {
  const platform = windows ? 'win' : process.platform
  const bundled = join(nodeModules, `node-${platform}-${process.arch}`, 'bin', windows ? 'node.exe' : 'node')
  const version = spawnSync(bundled, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (major(version) >= 24) return bundled
  if (major(process.version) >= 24) return process.execPath
  return refuse(`Tuma runs on Node 24. On ${platform} it cannot bring its own: install Node 24 or newer and try again.`)
}

const writableByOthers = 0o022

/**
 * Keeps compiled code for the next start, which saves half of its time. The cache is run without a check, so it is
 * beside the code, whose writers could change the code itself, and only where other accounts may not write. Where it
 * cannot be kept, everything is compiled at each start.
 */
const keepCompiled = () => {
  const folder = join(root, '.cache/compiled')
  try {
    // Node itself would try forever where no folder can be made.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if ((statSync(folder).mode & writableByOthers) === 0) process.env.NODE_COMPILE_CACHE ??= folder
  } catch {}
}

/**
 * Makes sure that the product can run, or ends with one sentence that says what is missing. After it `node` is a Node
 * 24, the packages' programs can be called by name, and programs use the compile cache.
 */
export const prepare = () => {
  if (major(process.version) < 20) refuse(`Tuma needs Node 20 or newer, and this is ${process.version}.`)
  install()
  process.env.PATH = [dirname(findNode()), join(nodeModules, '.bin'), process.env.PATH].join(delimiter)
  keepCompiled()
}
