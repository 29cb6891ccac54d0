import { readFileSync } from 'node:fs'

const minCharacters = 10
/** In our own documents, for everybody to read: good for a demonstration and for nothing else. */
const published = 'tuma-demo'

const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
)

/** Whether a password is too weak for whoever may see other people's parcels, agents and admins. */
export const isWeakForStaff = (password: string, { demonstration = false } = {}): boolean => {
  if (password === published) return !demonstration
  const written = password.normalize('NFKC').toLowerCase()
  return [...written].length < minCharacters || written.includes(published) || common.has(written)
}
