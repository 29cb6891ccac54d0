import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const windows = process.platform === 'win32'
const asRoot = process.getuid?.() === 0
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const programFolders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...programFolders.map((folder) => join(folder ?? '', 'Google/Chrome/Application/chrome.exe')),
]

const succeeds = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: root, stdio: 'ignore', shell: windows, timeout: 600_000 }).status === 0

/**
 * Whether the program exists and starts. (Ubuntu's chromium is a script that only advertises snap; Windows has no
 * --version.)
 */
const starts = (path: string) => existsSync(path) && (windows || succeeds(path, '--version'))

const named = () => {
  const path = process.env.CHROMIUM_PATH
  if (path && !starts(path)) throw new Error(`CHROMIUM_PATH names ${path}, which does not start.`)
  return path
}

const onPath = (...names: string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
const installed = () => [...onPath(...names), ...usualPlaces, chromium.executablePath()].find(starts)

const fetchFromDebian = (debianPackage: string) => {
  if (!asRoot || !succeeds('apt-get', '--version')) return
  console.log(`Installing Chromium for the browser tests (apt-get install ${debianPackage}) …`)
  const wait = 'DPkg::Lock::Timeout=300'
  succeeds('apt-get', '-o', wait, 'update')
  succeeds('apt-get', '-o', wait, 'install', '--yes', '--no-install-recommends', debianPackage)
}
const fromDebian = () => {
  fetchFromDebian('chromium')
  return installed()
}

const fromPlaywright = () => {
  console.log('Downloading Chromium for the browser tests (playwright-core install chromium) …')
  succeeds(process.execPath, join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium')
  return installed()
}

const packed = '@sparticuz/chromium'
const isUnpackable = () => existsSync(join(root, 'node_modules', packed))

/** Not in /tmp, where it could be the file of another user. */
const unpackedIn = join(root, '.cache/chromium')

/** Unpacks program, libraries and fonts, unless they are there. */
const unpack = async (): Promise<string> => {
  mkdirSync(unpackedIn, { recursive: true })
  const { TMPDIR } = process.env
  // This package is made for AWS Lambda, and unpacks its libraries only where it seems to run there.
  Object.assign(process.env, { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', TMPDIR: unpackedIn })
  try {
    const { default: unpacked } = (await import(packed)) as { default: { executablePath: () => Promise<string> } }
    return await unpacked.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** The package itself names /tmp. */
const keepFontSettings = (): void => {
  const folder = join(unpackedIn, 'fonts')
  const inXml = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${inXml}</dir><cachedir>${inXml}-cache</cachedir></fontconfig>
`
  const file = join(folder, 'fonts.conf')
  if (readFileSync(file, 'utf8') !== settings) writeFileSync(file, settings)
}

/** The Chromium of an npm package, with the libraries and fonts that it needs: for Linux on x64. */
const fromNpm = async () => {
  if (!isUnpackable()) {
    console.log(`Installing Chromium for the browser tests (${packed}) …`)
    // Node 20's npm leaves this optional package out, because it asks for a newer Node; here npm runs on the newer one.
    succeeds('npm', 'install', '--no-save')
  }
  // A killed run may have left a half unpacked one, which does not start.
  if (!starts(await unpack())) rmSync(unpackedIn, { recursive: true, force: true })
  const path = await unpack()
  keepFontSettings()
  return starts(path) ? path : undefined
}

/** The part of Chromium that needs no window and has no camera, where it can be had without a download. */
const headlessShell = () => onPath(shell).find(starts) ?? (isUnpackable() ? fromNpm() : undefined)
const shellFromDebian = () => {
  fetchFromDebian(shell)
  return onPath(shell).find(starts)
}

const whole = [
  [named, 'named by CHROMIUM_PATH'],
  [installed, 'installed here'],
  [fromDebian, 'from Debian’s packages'],
  [fromPlaywright, 'downloaded by playwright-core'],
  [fromNpm, 'from @sparticuz/chromium'],
] as const
const [first, ...others] = whole
const withoutWindow = [
  first,
  [headlessShell, 'without a window'],
  [shellFromDebian, 'without a window, from Debian’s packages'],
  ...others,
] as const

const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
/** Tests open one page after the other: a process for each, and one that draws, cost a tenth of the CPU. */
const oneProcessForAllPages = ['--renderer-process-limit=1', '--in-process-gpu']

/**
 * A Chromium for the browser tests: the one that CHROMIUM_PATH names, an installed one, or one downloaded now. Says in
 * one line which it took. `path` and `args` are for playwright-core's `chromium.launch({ executablePath, args })`;
 * `hasCamera` says whether it can play a film as its camera, which the package of npm cannot.
 * @param need `screens` can also be shown by less than a whole browser, for two thirds of the CPU
 * @throws when CHROMIUM_PATH names one that does not start, or when none can be found
 */
export const findChromium = async (need: 'everything' | 'screens' = 'everything') => {
  for (const [find, from] of need === 'screens' ? withoutWindow : whole) {
    const path = await find()
    if (!path) continue
    console.log(`Browser: ${path} (${from})`)
    const args = [...quiet, ...(need === 'screens' ? oneProcessForAllPages : []), ...(asRoot ? ['--no-sandbox'] : [])]
    return { path, args, from, hasCamera: need === 'everything' && find !== fromNpm }
  }
  throw new Error('No Chromium could be found or installed.')
}

if (import.meta.main) {
  try {
    await findChromium()
    await findChromium('screens')
  } catch (error) {
    // One sentence: `npm test` adds what to do.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
