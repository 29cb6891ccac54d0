import { readFileSync } from 'node:fs'

const minCharacters = 10
/** Published in our own documents: good for a demonstration and nothing else. */
const published = 'tuma-demo'

const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
)

/** Whether a password is too weak for agents and admins, who may see other people's parcels. */
export const isWeakForStaff = (password: string, { demonstration = false } = {}): boolean => {
  if (password === published) return !demonstration
  const written = password.normalize('NFKC').toLowerCase()
  return [...written].length < minCharacters || written.includes(published) || common.has(written)
}
