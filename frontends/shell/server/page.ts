import type { RemoteEntry } from '../src/remote-list.ts'
import type { AreaBuild } from './area-build.ts'

/** JSON inside a script element must not be able to end it. */
const embedded = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

/** What the browser will ask for next in this area, asked for while the shell's own script is still on its way. */
function preloads(area: string, manifest: string, build: AreaBuild): string[] {
  const at = (file: string): string => `/remotes/${area}/${file}`
  const integrity = build.integrity[build.entry]
  return [
    `<link rel="preload" as="fetch" crossorigin href="${manifest}">`,
    `<link rel="preload" as="script" crossorigin href="${at(build.entry)}"${integrity ? ` integrity="${integrity}"` : ''}>`,
    ...build.scripts.map((file) => `<link rel="preload" as="script" href="${at(file)}">`),
    ...build.styles.map((file) => `<link rel="preload" as="style" href="${at(file)}">`),
  ]
}

/** The shell's HTML with the remotes list and, for the remote that has this path, what it will load first. */
export function pageFor(
  html: string,
  list: readonly RemoteEntry[],
  remote: RemoteEntry | undefined,
  build: AreaBuild | null,
): string {
  const head = [
    ...(remote && build ? preloads(remote.area, remote.manifest, build) : []),
    `<script type="application/json" id="remotes">${embedded(list)}</script>`,
  ]
  return html.replace('</head>', () => `${head.join('')}</head>`)
}

/** The remote with the longest base path that the address begins with, in either case; "/" takes what is left. */
export function remoteAt<T extends { basePath: string }>(remotes: readonly T[], path: string): T | undefined {
  const address = `${path.toLowerCase().replace(/\/+$/, '')}/`
  return remotes
    .filter(({ basePath }) => address.startsWith(`${basePath.toLowerCase().replace(/\/+$/, '')}/`))
    .sort((one, other) => other.basePath.length - one.basePath.length)[0]
}
