import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { remoteAt } from '@tuma/contracts/vocabulary'
import { type Request, type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import type { RemoteEntry } from '../src/remote-list.ts'
import { watched } from './area-build.ts'
import { distFiles, filePaths } from './files.ts'
import { firstPages } from './first-page.ts'
import { forwardTo } from './forward.ts'
import { getLook, lookScriptSeal } from './look.ts'
import { packedPage } from './packed.ts'
import { pageFor } from './page.ts'
import type { AreaNow, SiteRemote } from './site-remote.ts'

export { onlyOurHost } from './our-host.ts'
export { areaIn, remoteElsewhere, remoteHere, type SiteRemote } from './site-remote.ts'

export type SiteOptions = {
  remotes: readonly SiteRemote[]
  shellDist: string
  /** Origin of the bff ("http://bff:3000") where it is another process; without it /api, /dev and /t are left to the next router. */
  forwardApiTo?: string
  /** As people reach the product. A picture goes with a shared link only by an address of its own. */
  publicUrl?: string | undefined
}

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // WebAssembly is compiled (the agent's reader of codes, a file of ours); no text is ever evaluated.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", lookScriptSeal],
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

/**
 * A file is read, and does nothing by itself: what a page may do is said with the page. A screen comes in some thirty files,
 * and what helmet says of a document is 0.7 kB with each.
 */
const filePolicy = helmet({
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** A link's token may end in a dot and a few letters, for instance where a mail program cut it. */
const hasToken = (path: string): boolean => /^\/(verify-email|resetpassword)\/[^/]+$/i.test(path)

/** What looks like a file's name is no page. */
const isPage = (path: string): boolean => hasToken(path) || !/\.\w{1,5}$/.test(path)

/**
 * Of a page that was fetched while another one is looked at: it is opened without a second question. Its files are still
 * served after a roll-out.
 */
const keptAhead = 'private, max-age=300'

const getCache = ({ headers }: Request, here: AreaNow | undefined): string => {
  const isAhead = /\bprefetch\b/.test(String(headers['sec-purpose'] ?? headers.purpose))
  return isAhead && here?.role === null ? keptAhead : 'no-cache'
}

/**
 * The remotes list for the page, from the current builds.
 * @param fresh for `GET /api/remotes`: the caller has found the page's list out of date
 */
export async function remotesList(remotes: readonly SiteRemote[], fresh = false): Promise<RemoteEntry[]> {
  return (await Promise.all(remotes.map((remote) => remote.now(fresh)))).map(getEntry)
}

function getEntry({ area, basePath, role, title, build }: AreaNow): RemoteEntry {
  const hash = build?.integrity[build.entry]
  return {
    name: `tuma_${area}`,
    area,
    basePath,
    role,
    title,
    integrity: build && hash ? { [`/remotes/${area}/${build.entry}`]: hash } : {},
  }
}

/** The built files of the shell and the remotes alone: they need no service, and are served while these start. */
export function createSiteFiles({ remotes, shellDist }: Pick<SiteOptions, 'remotes' | 'shellDist'>): Router {
  return filesOf(remotes).get(filePaths, filePolicy, distFiles(shellDist))
}

function filesOf(remotes: readonly SiteRemote[]): Router {
  const router = Router()
  for (const { area, files } of remotes) router.use(`/remotes/${area}`, filePolicy, files)
  return router.use('/remotes', policy, (_request, response) => void response.sendStatus(404))
}

/**
 * Everything a browser loads, from one origin: the page for every address, the shell's and the remotes' files, and /api when
 * it is elsewhere. Mount it last: it answers every GET that is left.
 */
export function createSite({ remotes, shellDist, forwardApiTo, publicUrl }: SiteOptions): Router {
  const html = watched(join(shellDist, 'index.html'), (text) => ({ text, font: findFont(shellDist, text) }))
  const firstAt = firstPages(shellDist)
  const site = Router()
  site.get('/api/remotes', async (_request, response) => {
    response.set('Cache-Control', 'no-store').json(await remotesList(remotes, true))
  })
  if (forwardApiTo) site.use(['/api', '/dev', '/t'], forwardTo(forwardApiTo))
  site.use(filesOf(remotes))

  const page: RequestHandler = async (request, response, next) => {
    if (!isPage(request.path) || request.path.startsWith('/api/')) return next()
    const shell = html()
    if (shell === null)
      return void response
        .status(503)
        .set('Retry-After', '2')
        .type('text')
        .send('The front end is not built yet: node frontends/kit/build/build.ts')
    const areas = await Promise.all(remotes.map((remote) => remote.now()))
    const here = remoteAt(areas, request.path)
    const look = getLook(request.headers.cookie)
    const read = remotes.find(({ area }) => area === here?.area)?.read
    const first = here && read ? await firstAt(here, read, request.url, look) : null
    const text = pageFor({
      html: shell.text,
      font: shell.font,
      picture: publicUrl && here?.role === null ? new URL('/share.png', publicUrl).href : null,
      list: areas.map(getEntry),
      here: here && getEntry(here),
      build: here?.build ?? null,
      first,
      look,
    })
    response.set('Cache-Control', getCache(request, here)).vary('Cookie').vary('Accept-Encoding').type('html')
    if (!request.acceptsEncodings('br')) return void response.send(text)
    response.set('Content-Encoding', 'br').send(await packedPage(text))
  }
  site.get(['/', '/*path'], policy, page)
  site.use(filePolicy, distFiles(shellDist))
  return site
}

/** Named in the styles that the page names. */
function findFont(shellDist: string, html: string): string | null {
  const [, styles] = /<link[^>]* href="(\/assets\/[^"]+\.css)"/.exec(html) ?? []
  if (!styles || !existsSync(join(shellDist, styles))) return null
  return /url\(["']?([^"')]+\.woff2)["']?\)/.exec(readFileSync(join(shellDist, styles), 'utf8'))?.[1] ?? null
}
