import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const sources = ['bff/src/**/*.ts', 'services/*/src/**/*.ts']
/**
 * Code that makes a limit, or the rules of one: the first text after it names its table. A value that is passed on is
 * `limit` or `name`.
 */
const making =
  /\b(?:limitRequests|limitAttempts|countRequests)\s*\(\s*[\w.]+\s*,(?!\s*limit\s*\))|: Rules\s*=|\b(?:limits|counts)\s*\.count\((?!\s*name\b)/g

/** The kinds that a source names; `unnamed` for each limit without a name. */
export const limitKindsIn = (source: string, unnamed: string): string[] =>
  [...source.matchAll(making)].map(({ index }) => /'([^']+)'/.exec(source.slice(index, index + 120))?.[1] ?? unnamed)

/**
 * The kind of every limit in the code of the bff and of the services, sorted; instead of a kind, the path of a file
 * that makes a limit without a name.
 */
export const limitKindsInCode = (): string[] => {
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.test\.ts$|\/(testing|engines)\//.test(file))
  const kinds = files.flatMap((file) => limitKindsIn(readFileSync(root + file, 'utf8'), file))
  return [...new Set(kinds)].sort()
}
