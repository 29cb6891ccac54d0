import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The product in one process, and the front ends that a browser loads. All services and their packages come with the
 * first; the build tools of the front ends are listed with them. (`--omit=dev` would be narrower, but npm then leaves
 * out packages that some workspace needs for its tests only.)
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

/**
 * The inventory (SBOM, CycloneDX 1.5) of all shipped packages with their licences, as npm reads it from the installed
 * packages.
 */
export const shippedPackages = (): Inventory => {
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const args = [...asked, ...workspaces.flatMap((name) => ['--workspace', name])]
  const windows = process.platform === 'win32'
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: maxBytes, shell: windows }))
}

/** SPDX names. Each allows us to ship the package unchanged, with its notice. */
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
  // For files that we do not change: a CSS parser, and fonts.
  ...['MPL-2.0', 'OFL-1.1', 'Bitstream-Vera'],
]
/** Packages without an SPDX licence in their package.json, and the licence in their LICENSE file. */
const readByHand = new Map([
  ['png-js@2.0.0', 'MIT'],
  ['dejavu-fonts-ttf@2.37.3', 'Bitstream-Vera'],
])

/** @returns name@version and licence of each shipped package without an allowed licence */
export const notAllowed = ({ components }: Inventory): { readonly package: string; readonly licence: string }[] =>
  components
    .filter(({ purl }) => !purl.startsWith('pkg:npm/%40tuma/'))
    .map((component) => ({ package: `${component.name}@${component.version}`, licence: getLicence(component) }))
    .filter(({ licence }) => !isAllowed(licence))

const getLicence = ({ name, version, licenses = [] }: Shipped): string => {
  const said = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ')
  return readByHand.get(`${name}@${version}`) ?? (said || 'none')
}

/** One of several alternatives (OR) is enough; of combined licences (AND) each must be allowed. */
const isAllowed = (licence: string): boolean => {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((part) => allowed.includes(part)))
}
