import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The secrets of a grown Tuma, made once and kept: `node infra/docker/make-secrets.mjs > .env`. Another SECRET_… ends
 * what hangs on it (sessions, links, who paid); a KEY_… names who calls whom and can be changed at any time. Both follow
 * from the table of processes.
 */
const processes = JSON.parse(readFileSync(new URL('../grown/processes.json', import.meta.url), 'utf8'))
const isService = (name) => processes[name].workspace.startsWith('services/')
const secret = () => randomBytes(24).toString('base64url')

for (const [name, { workspace }] of Object.entries(processes))
  if (!workspace.startsWith('frontends/')) console.log(`SECRET_${name.toUpperCase()}=${secret()}`)
for (const [caller, { asks }] of Object.entries(processes))
  for (const service of asks.filter(isService))
    console.log(`KEY_${caller.toUpperCase()}_${service.toUpperCase()}=${secret()}`)
