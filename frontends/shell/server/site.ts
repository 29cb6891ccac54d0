import { join } from 'node:path'
import type { Role } from '@tuma/contracts/vocabulary'
import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import type { RemoteEntry } from '../src/remote-list.ts'
import { type AreaBuild, followBuild, watchBuild, watched } from './area-build.ts'
import { distFiles } from './files.ts'
import { forwardTo } from './forward.ts'
import { pageFor, remoteAt } from './page.ts'

/**
 * A remote of this site. `basePath` "/" takes every page that no other remote has; `role` null is open to everybody.
 * Its files lie in a folder of ours, or another server has them (`origin`) and is passed on to.
 */
export type SiteRemote = { area: string; basePath: string; role: Role | null; title: string } & (
  | { distFolder: string; origin?: undefined }
  | { origin: string; distFolder?: undefined }
)

export type SiteOptions = {
  remotes: readonly SiteRemote[]
  shellDist: string
  /** Origin of the bff ("http://bff:3000") where it is another process; without it /api is left to the next router. */
  forwardApiTo?: string
}

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
})

/** What looks like a file's name is no page; a long last part behind a dot may be a token's. */
const isPage = (path: string): boolean => !/\.\w{1,5}$/.test(path)

/** The remotes list as `GET /api/remotes` answers it and the page carries it. Read from the builds as they stand now. */
export function remotesList(remotes: readonly SiteRemote[]): RemoteEntry[] {
  return remotes.map((remote) => {
    const { area, basePath, role, title } = remote
    const build = buildOf(remote)
    const hash = build?.integrity[build.entry]
    return {
      name: `tuma_${area}`,
      area,
      basePath,
      role,
      title,
      manifest: `/remotes/${area}/mf-manifest.json`,
      integrity: build && hash ? { [`/remotes/${area}/${build.entry}`]: hash } : {},
    }
  })
}

const builds = new Map<string, () => AreaBuild | null>()

function buildOf({ distFolder, origin }: SiteRemote): AreaBuild | null {
  const place = origin ?? distFolder
  const read = builds.get(place) ?? (origin === undefined ? watchBuild(place) : followBuild(place))
  builds.set(place, read)
  return read()
}

/**
 * Everything a browser loads, from one origin: the page for every address, the shell's and the remotes' files, and /api when
 * it is elsewhere. Mount it last: it answers every GET that is left.
 */
export function createSite({ remotes, shellDist, forwardApiTo }: SiteOptions): Router {
  const html = watched(join(shellDist, 'index.html'), (text) => text)
  const site = Router()
  if (forwardApiTo) site.use('/api', forwardTo(forwardApiTo))
  site.use(policy)
  for (const { area, origin, distFolder } of remotes) {
    site.use(`/remotes/${area}`, origin === undefined ? distFiles(distFolder) : forwardTo(origin, { below: true }))
  }
  site.use('/remotes', (_request, response) => void response.sendStatus(404))

  const page: RequestHandler = (request, response, next) => {
    if (!isPage(request.path) || request.path.startsWith('/api/')) return next()
    const shell = html()
    if (shell === null)
      return void response
        .status(503)
        .type('text')
        .send('The front end is not built yet: node frontends/kit/build/build.ts')
    const remote = remoteAt(remotes, request.path)
    const list = remotesList(remotes)
    const build = remote ? buildOf(remote) : null
    const entry = list.find(({ area }) => area === remote?.area)
    response
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(pageFor(shell, list, entry, build))
  }
  site.get('/*path', page).get('/', page)
  site.use(distFiles(shellDist))
  return site
}
