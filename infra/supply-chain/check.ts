import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAdvisories, keepChecked, lastChecked } from './advisories.ts'
import { notAllowed, root, shippedPackages } from './shipped.ts'

/**
 * `npm run sbom`: writes which packages ship, and names those that must not, because of their licence or a known
 * vulnerability.
 */
const file = '.cache/sbom.cdx.json'
const say = (line: string) => void process.stdout.write(`${line}\n`)
const refuse = (line: string) => {
  process.exitCode = 1
  say(line)
}

const packages = shippedPackages()
mkdirSync(join(root, '.cache'), { recursive: true })
writeFileSync(join(root, file), `${JSON.stringify(packages, null, 2)}\n`)
say(`${packages.components.length} packages ship: ${file}`)
for (const one of notAllowed(packages)) refuse(`${one.package} has a licence that we do not allow: ${one.licence}`)

const advisories = askAdvisories()
if (advisories) {
  const { critical, high, moderate, low } = advisories
  const line = `Advisories: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.`
  if (critical + high > 0) refuse(`${line} npm audit --omit=dev names them.`)
  else say(line)
  if (!process.env.CI) keepChecked(new Date().toISOString().slice(0, 10))
} else say(`Advisories: not checked since ${lastChecked() ?? 'the beginning'}. The registry does not answer npm audit.`)
