import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The product in one process, and what a browser loads. All services, and what they need, come with the first; what builds the
 * frontends is named with them. (`--omit=dev` would be narrower, but npm then leaves out what some workspace has for its tests.)
 */
const workspaces = ['one-process', 'shell', 'public', 'client', 'agent', 'admin'].map((name) => `@tuma/${name}`)
const maxBytes = 64 * 1024 * 1024

export type Shipped = {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly {
    readonly expression?: string
    readonly license?: { readonly id?: string; readonly name?: string }
  }[]
}
export type Inventory = { readonly components: readonly Shipped[] }

/** The inventory (SBOM, CycloneDX 1.5) of all packages that ship, with their licences, as npm reads it from what is installed. */
export const shippedPackages = (): Inventory => {
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const args = [...asked, ...workspaces.flatMap((name) => ['--workspace', name])]
  const windows = process.platform === 'win32'
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: maxBytes, shell: windows }))
}

/** SPDX. Each lets us ship the package unchanged, with its notice. */
const allowed = [
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    '0BSD',
    'CC0-1.0',
    'Unlicense',
  ],
  // The licence of argparse's first version, which is like BSD.
  'Python-2.0',
  // Of files that we do not change: a reader of CSS, and letters.
  ...['MPL-2.0', 'OFL-1.1', 'Bitstream-Vera'],
]
/** Packages whose package.json names no licence of SPDX, and what their LICENSE file says. */
const readByHand = new Map([
  ['png-js@2.0.0', 'MIT'],
  ['dejavu-fonts-ttf@2.37.3', 'Bitstream-Vera'],
])

/** @returns name@version and licence of each package that ships and has none of the licences that we allow */
export const notAllowed = ({ components }: Inventory): { readonly package: string; readonly licence: string }[] =>
  components
    .filter(({ purl }) => !purl.startsWith('pkg:npm/%40tuma/'))
    .map((component) => ({ package: `${component.name}@${component.version}`, licence: getLicence(component) }))
    .filter(({ licence }) => !isAllowed(licence))

const getLicence = ({ name, version, licenses = [] }: Shipped): string => {
  const said = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ')
  return readByHand.get(`${name}@${version}`) ?? (said || 'none')
}

/** Of alternatives one is enough; of what holds together each must do. */
const isAllowed = (licence: string): boolean => {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((part) => allowed.includes(part)))
}
