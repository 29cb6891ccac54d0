import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frontendsFolder } from './areas.ts'
import { BuildFailed, buildArea } from './build.ts'
import { buildsIn } from './outputs.ts'

const root = mkdtempSync(join(tmpdir(), 'tuma-build-'))
const folder = join(root, 'trial')
const dist = join(folder, 'dist')
const source = join(folder, 'src', 'remote.tsx')

const write = (greeting: string): void =>
  writeFileSync(
    source,
    `import '@tuma/kit/ui/remote.css'\nexport const remote: { greeting: string } = { greeting: '${greeting}' }\n`,
  )
const build = () => buildArea('trial', { folder })
const entry = (): string => JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')).metaData.remoteEntry.name
const exposed = (): string =>
  JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')).exposes[0].assets.js.sync[0]

beforeAll(() => {
  mkdirSync(join(folder, 'src'), { recursive: true })
  symlinkSync(join(frontendsFolder, '..', 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "@tuma/trial", "type": "module" }')
  writeFileSync(
    join(folder, 'rspack.config.ts'),
    "import { remoteConfig } from '@tuma/kit/build'\nexport default remoteConfig({ name: 'trial', folder: import.meta.dirname })\n",
  )
  write('one')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a remote is built from its two-line configuration, packed, with the integrity of its files', async () => {
  expect(await build()).toBe('built')
  const file = join(dist, entry())
  expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(readFileSync(file))
  const integrity = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'))
  expect(integrity[entry()]).toBe(`sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`)
  expect(readFileSync(join(dist, exposed()), 'utf8')).toContain('one')
})

test('each file asks to be compiled as it comes, and an entry holds federation as modules, without what joins CommonJS', () => {
  const [ofEntry = '', ofRemote = ''] = [entry(), exposed()].map((file) => readFileSync(join(dist, file), 'utf8'))
  for (const file of [ofEntry, ofRemote]) expect(file.slice(0, 28)).toBe('//# allFunctionsCalledOnLoad')
  expect(ofEntry.includes('.__toESM')).toBe(false)
})

test('nothing is built while the inputs are the same, even if their times are not', async () => {
  write('one')
  expect(await build()).toBe('unchanged')
})

test('a missing output is built again', async () => {
  rmSync(join(dist, entry()))
  expect(await build()).toBe('built')
  expect(existsSync(join(dist, entry()))).toBe(true)
})

test('a build that fails says why and leaves what stood', async () => {
  const before = readdirSync(join(dist, 'assets'))
  writeFileSync(source, "import './nowhere.ts'\nexport const remote = {}\n")
  await expect(build()).rejects.toThrow(BuildFailed)
  await expect(build()).rejects.toThrow(/nowhere/)
  expect(readdirSync(join(dist, 'assets'))).toEqual(before)
})

test('the files of the last three builds stay for open tabs, older ones go', async () => {
  const built: string[] = []
  for (const greeting of ['two', 'three', 'four']) {
    write(greeting)
    await build()
    built.push(exposed())
  }
  expect(buildsIn(dist)).toHaveLength(3)
  for (const file of built) expect(existsSync(join(dist, file))).toBe(true)
  const all = readdirSync(join(dist, 'assets')).filter(
    (name) => name.startsWith('__federation_expose_remote') && name.endsWith('.js'),
  )
  expect(all).toHaveLength(3)
})

test('the entry of a build vouches for the files of that build, so that it runs after the next roll-out', () => {
  const integrity = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'))
  const vouchedFor = readFileSync(join(dist, entry()), 'utf8').match(/sha384-[A-Za-z0-9+/]{64}/g) ?? []
  expect(vouchedFor).toContain(integrity[exposed()])
  for (const seal of vouchedFor) expect(Object.values(integrity)).toContain(seal)
})

test('an area that draws nothing says what is fetched ahead of its pages', async () => {
  writeFileSync(
    join(folder, 'src', 'pages.ts'),
    "export const pages = [{ path: '/Trial/Mine', asks: ['agent.counts'] }]\n",
  )
  write('five')
  expect(await build()).toBe('built')
  const { pages } = JSON.parse(readFileSync(join(dist, 'first.json'), 'utf8'))
  const nothing = { whole: false, html: {}, scripts: [], styles: [] }
  expect(pages).toEqual({ '/trial/mine': { ...nothing, asks: ['/api/agent/counts'] } })
})

test('going back to an earlier source makes that build the newest again', async () => {
  write('two')
  expect(await build()).toBe('built')
  expect(readFileSync(join(dist, exposed()), 'utf8')).toContain('two')
  expect(buildsIn(dist)).toHaveLength(3)
})
