import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const planted = fileURLToPath(new URL('violations', import.meta.url))

const projectFiles = [
  'package.json',
  'biome.json',
  'infra/architecture/domain-purity.grit',
  'tsconfig.json',
  'services/tsconfig.domain.json',
  'services/identity/src/domain/tsconfig.json',
]

/**
 * A repository of planted violations in a folder of its own: the real manifests and rules, `violations/` in place of
 * our sources, and workspaces linked by name as npm links them. `remove` deletes it.
 */
export const plantTree = () => {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tuma-planted-')))
  const fromRoot = (path: string) => cpSync(join(root, path), join(tree, path))
  cpSync(planted, tree, { recursive: true })
  for (const path of projectFiles) fromRoot(path)
  const scope = join(tree, 'node_modules/@tuma')
  mkdirSync(scope, { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules/@tuma'))) {
    const workspace = relative(root, realpathSync(join(root, 'node_modules/@tuma', name)))
    fromRoot(join(workspace, 'package.json'))
    symlinkSync(join(tree, workspace), join(scope, name))
  }
  // @types can be imported here, because the test checks that a domain folder does not compile against it.
  for (const name of ['zod', '@types']) symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) }
}

/** The rule that each planted file names in its first line, `// trips: <rule>`, as `file: rule`. */
export const confessions = () =>
  readdirSync(planted, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const [, rule] = /^\/\/ trips: (.+)/.exec(readFileSync(join(planted, file), 'utf8')) ?? []
      return rule ? [`${file}: ${rule}`] : []
    })
    .sort()
