import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Puts together the files of an image, with Docker and without: `node infra/docker/assemble.mjs services/delivery
 * /image`.
 * The workspace with our workspaces that it needs, their npm packages and nothing else, and `main.mjs`, which starts
 * it.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const [workspace, asked] = process.argv.slice(2)
if (!workspace || !asked || !existsSync(join(root, workspace, 'package.json'))) {
  console.error('Which workspace, and into which folder? node infra/docker/assemble.mjs services/delivery /image')
  process.exit(1)
}
const image = resolve(asked)

const packageIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const folders = globSync(
  packageIn('.').workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: root },
).map(dirname)
const folderOf = Object.fromEntries(folders.map((folder) => [packageIn(folder).name, folder]))

/**
 * A front end consists of files; the server in the shell's folder serves the shell, and each remote as a site of its
 * own.
 */
const isFrontEnd = workspace.startsWith('frontends/')
const isWholeProduct = workspace === 'infra/one-process'
const server = isFrontEnd ? 'frontends/shell/server' : workspace
const frontEndEntry = workspace === 'frontends/shell' ? 'main.ts' : 'remote-main.ts'
const entry = isFrontEnd ? frontEndEntry : 'src/main.ts'

const withThoseItNeeds = (folder, seen = new Set()) => {
  if (seen.has(folder)) return seen
  seen.add(folder)
  for (const name of Object.keys(packageIn(folder).dependencies ?? {})) {
    if (folderOf[name]) withThoseItNeeds(folderOf[name], seen)
  }
  return seen
}

const run = (cwd, command, ...args) => {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const isForTests = (path) =>
  /node_modules|\.test\.|\.test-d\.|\/(testing|golden|dist|violations)(\/|$)/.test(path) ||
  // Its other folders are tests and their programs.
  /^infra\/one-process\/(?!src\b)[^/.]+(\/|$)/.test(path)
const isOfUse = (path) => !isForTests(relative(root, path).replaceAll('\\', '/'))

/**
 * In a container Node is process 1, which a signal ends only where a handler exists. Until the imported program has its
 * own, nothing is open that must be closed.
 */
const startOf = (imported) => `const end = (signal) => process.listenerCount(signal) === 1 && process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
await import('${imported}')
`

rmSync(image, { recursive: true, force: true })
mkdirSync(image, { recursive: true })
for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(image, file))
// npm checks the lockfile against every workspace, also those that it then leaves out.
for (const folder of folders) cpSync(join(root, folder, 'package.json'), join(image, folder, 'package.json'))
run(image, 'npm', 'ci', '--omit=dev', '--omit=optional', '--ignore-scripts', `--workspace=${server}`)

const needed = withThoseItNeeds(server)
const leadsToNeeded = (folder) => [...needed].some((one) => `${one}/`.startsWith(`${folder}/`))
for (const folder of folders) if (!leadsToNeeded(folder)) rmSync(join(image, folder), { recursive: true, force: true })
for (const folder of needed) cpSync(join(root, folder), join(image, folder), { recursive: true, filter: isOfUse })

const build = (...areas) => run(root, process.execPath, 'frontends/kit/build/build.ts', ...areas)
if (isFrontEnd) {
  build(workspace.slice('frontends/'.length))
  cpSync(join(root, workspace, 'dist'), join(image, 'dist'), { recursive: true })
}
if (isWholeProduct) {
  build()
  // A build puts its area.json into `dist`; the product reads it from the front end's folder.
  for (const frontEnd of globSync('frontends/*/rspack.config.ts', { cwd: root }).map(dirname)) {
    for (const part of ['area.json', 'dist'].filter((one) => existsSync(join(root, frontEnd, one))))
      cpSync(join(root, frontEnd, part), join(image, frontEnd, part), { recursive: true })
  }
}
writeFileSync(join(image, 'main.mjs'), startOf(`./${server}/${entry}`))
