import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The secrets of a grown Tuma, made once and kept: `node infra/docker/make-secrets.mjs > .env`. A new value of a
 * SECRET_… ends what depends on it (sessions, links, who paid); a KEY_… proves which process calls which and can be
 * changed at any time. Both follow from the table of processes. Those of the engines are their passwords, and the
 * addresses with them.
 *
 * Names that a file already has are left out: `node infra/docker/make-secrets.mjs .env >> .env` adds what a newer
 * release needs.
 */
const processes = JSON.parse(readFileSync(new URL('../grown/processes.json', import.meta.url), 'utf8'))
const isService = (name) => processes[name].workspace.startsWith('services/')
const [file] = process.argv.slice(2)
const kept = file ? readFileSync(file, 'utf8') : ''
const had = new Map([...kept.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

const needed = new Map()
const need = (name, value = randomBytes(24).toString('base64url')) => {
  needed.set(name, had.get(name) ?? value)
  return needed.get(name)
}

for (const [name, { workspace }] of Object.entries(processes))
  if (!workspace.startsWith('frontends/')) need(`SECRET_${name.toUpperCase()}`)
for (const [caller, { asks }] of Object.entries(processes))
  for (const service of asks.filter(isService)) need(`KEY_${caller.toUpperCase()}_${service.toUpperCase()}`)
// Passwords are in addresses and on command lines, where a hyphen at the beginning would be an option.
const password = () => randomBytes(16).toString('hex')
for (const engine of ['KAFKA', 'REDIS', 'MONGODB']) need(`${engine}_PASSWORD`, password())
// Each process has a user of its own in each engine; those above are the operator's.
for (const [name, { workspace }] of Object.entries(processes)) {
  if (workspace.startsWith('frontends/')) continue
  const [own, user] = [name.toUpperCase(), name]
  need(`KAFKA_PASSWORD_${own}`, password())
  need(`REDIS_URL_${own}`, `rediss://${user}:${need(`REDIS_PASSWORD_${own}`, password())}@redis:6379`)
  if (!isService(name)) continue
  const documents = need(`MONGODB_PASSWORD_${own}`, password())
  need(
    `MONGODB_URL_${own}`,
    `mongodb://${user}:${documents}@mongodb:27017/?authSource=admin&tls=true&tlsCAFile=/certificates/ca.crt`,
  )
}

const lines = [...needed].filter(([name]) => !had.has(name)).map(([name, value]) => `${name}=${value}\n`)
process.stdout.write((kept === '' || kept.endsWith('\n') ? '' : '\n') + lines.join(''))
