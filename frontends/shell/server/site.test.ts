import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookScriptSeal } from './look.ts'
import { createSite, createSiteFiles, remoteElsewhere, remoteHere, remotesList } from './site.ts'
import { type Area, keepBuild } from './site-remote.ts'

const folder = mkdtempSync(join(tmpdir(), 'tuma-site-'))
const shellDist = join(folder, 'shell')
const areas: Area[] = [
  { area: 'public', basePath: '/', role: null, title: 'Tuma' },
  { area: 'client', basePath: '/Client', role: 'user', title: 'Client' },
  { area: 'agent', basePath: '/Agent', role: 'agent', title: 'Agent' },
]
const remotes = areas.map((area) => remoteHere(area, join(folder, area.area)))

function put(dist: string, file: string, text: string, packed = false): void {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, file), text)
  if (packed) writeFileSync(join(dist, `${file}.br`), brotliCompressSync(text))
}

/** What a build of this remote leaves, as far as the site reads it. */
function build(dist: string, hash: string): void {
  const asset = (name: string): string => `assets/${name}.${hash}`
  const expose = {
    js: { sync: [`${asset('remote')}.js`], async: [] },
    css: { sync: [`${asset('remote')}.css`], async: [] },
  }
  put(dist, `${asset('remote')}.js`, `remote ${hash}`, true)
  put(dist, `${asset('remote')}.css`, 'p{}')
  put(dist, `${asset('remoteEntry')}.js`, `entry ${hash}`)
  put(dist, 'integrity.json', JSON.stringify({ [`${asset('remoteEntry')}.js`]: `sha384-${hash}` }))
  const metaData = { remoteEntry: { name: `${asset('remoteEntry')}.js`, path: '' } }
  put(dist, 'mf-manifest.json', JSON.stringify({ metaData, exposes: [{ name: 'remote', assets: expose }] }), true)
}

let server: Server
let origin = ''
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(origin + path, { headers })
const listen = async (handler: Parameters<typeof createServer>[1]): Promise<[Server, string]> => {
  const started = createServer(handler as never)
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return [started, `http://127.0.0.1:${(started.address() as AddressInfo).port}`]
}

beforeAll(async () => {
  put(shellDist, 'index.html', '<html><head><title>Tuma</title></head><body></body></html>')
  put(shellDist, 'assets/shell.00000001.js', 'shell', true)
  ;[server, origin] = await listen(express().use(createSite({ remotes, shellDist })))
})
beforeEach(() => {
  build(join(folder, 'public'), '00000001')
  build(join(folder, 'client'), '00000001')
})
afterEach(() => rmSync(join(folder, 'agent'), { recursive: true, force: true }))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const listIn = (html: string) => JSON.parse(/id="remotes">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')
const preloaded = (html: string): string[] =>
  [...html.matchAll(/rel="preload"[^>]* href="([^"]+)"/g)].map(([, href = '']) => href)

test('every page address answers the shell with the list of remotes, fresh every time', async () => {
  const answer = await get('/trackDelivery')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  const list = listIn(await answer.text())
  expect(list).toEqual(await remotesList(remotes))
  expect(list[1]).toEqual({
    name: 'tuma_client',
    area: 'client',
    basePath: '/Client',
    role: 'user',
    title: 'Client',
    integrity: { '/remotes/client/assets/remoteEntry.00000001.js': 'sha384-00000001' },
  })
})

test('no script but our own files runs, WebAssembly among them, and nothing is evaluated or framed', async () => {
  const policy = (await get('/')).headers.get('content-security-policy')
  for (const rule of [
    `script-src 'self' 'wasm-unsafe-eval' ${lookScriptSeal}`,
    "object-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "style-src 'self'",
  ]) {
    expect(policy?.split(';')).toContain(rule)
  }
  expect(policy?.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe')
})

test('a file says how it may be read, and leaves what a document may do to the page', async () => {
  const { headers } = await get('/remotes/client/assets/remoteEntry.00000001.js')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toContain('max-age=')
  const ofPages = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy']
  const page = await get('/')
  expect(ofPages.filter((name) => headers.has(name))).toEqual([])
  expect(ofPages.filter((name) => page.headers.has(name))).toEqual(ofPages)
})

test.each([
  ['/client/profile', 'client'],
  ['/CLIENT', 'client'],
  ['/Client/', 'client'],
  ['/clients', 'public'],
  ['/verify-email/eyJh.eyJzdWI.c2lnbmF0dXJl', 'public'],
  ['/verify-email/x.y', 'public'],
  ['/resetpassword/a.b.c', 'public'],
  ['/', 'public'],
])('%s preloads what the %s area needs first', async (address, area) => {
  const html = await (await get(address)).text()
  expect(preloaded(html)).toEqual([
    `/remotes/${area}/assets/remoteEntry.00000001.js`,
    `/remotes/${area}/assets/remote.00000001.js`,
    `/remotes/${area}/assets/remote.00000001.css`,
  ])
})

test('a remote that was never built takes nothing else down', async () => {
  const answer = await get('/Agent/paid')
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(preloaded(html)).toEqual([])
  expect(listIn(html).map((entry: { area: string }) => entry.area)).toEqual(['public', 'client', 'agent'])
})

test('a new build of a remote is served at once, and the files of the old one still are', async () => {
  await get('/Client')
  await new Promise((resolve) => setTimeout(resolve, 20))
  build(join(folder, 'client'), '00000002')
  expect(preloaded(await (await get('/Client')).text())[0]).toBe('/remotes/client/assets/remoteEntry.00000002.js')
  expect(await (await get('/remotes/client/assets/remote.00000001.js')).text()).toBe('remote 00000001')
  expect(await (await get('/remotes/client/assets/remote.00000002.js')).text()).toBe('remote 00000002')
})

test('hashed files are cached for ever, compressed for clients that accept brotli', async () => {
  const file = '/remotes/client/assets/remote.00000001.js'
  const packed = await get(file, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(packed.headers.get('content-type')).toMatch(/javascript/)
  expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
  expect(await packed.text()).toBe('remote 00000001')
  const plain = await get(file, { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe('remote 00000001')
})

test('a page of an open area that is fetched ahead can be opened for five minutes without asking again', async () => {
  const cacheControl = async (path: string, headers: Record<string, string> = {}): Promise<string | null> =>
    (await get(path, headers)).headers.get('cache-control')
  for (const name of ['sec-purpose', 'purpose']) {
    const ahead = { [name]: 'prefetch' }
    expect(await cacheControl('/send-parcel', ahead)).toBe('private, max-age=300')
    expect(await cacheControl('/Client', ahead)).toBe('no-cache')
  }
  expect(await cacheControl('/send-parcel')).toBe('no-cache')
  expect((await get('/send-parcel', { 'sec-purpose': 'prefetch' })).headers.get('vary')).toMatch(/Cookie/)
})

test.each([
  '/remotes/client/assets/remote.99999999.js',
  '/remotes/client/builds.json',
  '/remotes/client/mf-manifest.json',
  '/remotes/client/../shell/index.html',
  '/remotes/client/assets/..%2f..%2fshell%2findex.html',
  '/remotes/nobody/assets/remote.00000001.js',
  '/assets/nothing.00000001.js',
  '/favicon.ico',
  '/wp-login.php',
])('%s is not ours to give', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBeNull()
  expect(answer.headers.get('content-encoding')).toBeNull()
})

/** The client's remote as a server of its own. */
const clientSite = () => {
  const [, client] = remotes as [unknown, (typeof remotes)[number]]
  return express()
    .get('/remote.json', async (_request, response) => void response.json(await client.now()))
    .use(client.files)
}
const closed = (server: Server) => new Promise((resolve) => server.close(resolve).closeAllConnections())

describe('a remote that another server has', () => {
  test('gets the requests, and its last answer is used while it is away', async () => {
    const [theirs, theirsAt] = await listen(clientSite())
    const [site, at] = await listen(
      express().use(createSite({ remotes: [remoteElsewhere('client', theirsAt)], shellDist })),
    )
    const page = async (): Promise<string> => (await fetch(`${at}/client`)).text()
    expect(preloaded(await page())).toContain('/remotes/client/assets/remote.00000001.js')
    const file = await fetch(`${at}/remotes/client/assets/remote.00000001.js`)
    expect(await file.text()).toBe('remote 00000001')
    expect(file.headers.get('cache-control')).toMatch(/immutable/)
    await closed(theirs)
    expect((await fetch(`${at}/remotes/client/assets/remote.00000001.js`)).status).toBe(503)
    const integrity = { '/remotes/client/assets/remoteEntry.00000001.js': 'sha384-00000001' }
    expect(listIn(await page())[0]).toMatchObject({ role: 'user', integrity })
    site.close()
  })

  test('that has never answered is in the list all the same, and is found as soon as it does', async () => {
    const [theirs, theirsAt] = await listen(clientSite())
    await closed(theirs)
    const [site, at] = await listen(
      express().use(createSite({ remotes: [remoteElsewhere('client', theirsAt)], shellDist })),
    )
    const list = async () => (await fetch(`${at}/api/remotes`)).json()
    expect(await list()).toMatchObject([{ area: 'client', basePath: '/Client', integrity: {} }])
    const again = createServer(clientSite()).listen(Number(new URL(theirsAt).port), '127.0.0.1')
    await once(again, 'listening')
    expect(await list()).toMatchObject([{ area: 'client', role: 'user', title: 'Client' }])
    await closed(again)
    site.close()
  })

  test('and rolls out again is in the list at once, while the files of its old build are still served', async () => {
    const [theirs, theirsAt] = await listen(clientSite())
    const [site, at] = await listen(
      express().use(createSite({ remotes: [remoteElsewhere('client', theirsAt)], shellDist })),
    )
    await fetch(`${at}/client`)
    await new Promise((resolve) => setTimeout(resolve, 20)) // the clock of files counts milliseconds
    build(join(folder, 'client'), '00000002')
    const [{ integrity }] = (await (await fetch(`${at}/api/remotes`)).json()) as [{ integrity: object }]
    expect(integrity).toEqual({ '/remotes/client/assets/remoteEntry.00000002.js': 'sha384-00000002' })
    for (const hash of ['00000001', '00000002'])
      expect(await (await fetch(`${at}/remotes/client/assets/remote.${hash}.js`)).text()).toBe(`remote ${hash}`)
    await closed(theirs)
    site.close()
  })
})

test('a build from a new image is put beside those before it, and builds that were not used for long are removed', () => {
  const [image, builds] = [join(folder, 'image'), join(folder, 'builds')]
  for (const hash of ['0000000a', '0000000b', '0000000c']) {
    rmSync(image, { recursive: true, force: true })
    build(image, hash)
    keepBuild(image, builds)
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000)
    if (hash === '0000000a') utimesSync(join(builds, 'assets/remote.0000000a.js'), longAgo, longAgo)
  }
  expect(existsSync(join(builds, 'assets/remote.0000000a.js'))).toBe(false)
  expect(existsSync(join(builds, 'assets/remote.0000000b.js'))).toBe(true)
  expect(readFileSync(join(builds, 'mf-manifest.json'), 'utf8')).toContain('0000000c')
})

test('a list entry cannot end its script element', async () => {
  const [other, at] = await listen(
    express().use(
      createSite({
        shellDist,
        remotes: [remoteHere({ ...(areas[0] as Area), title: '</script><b>' }, join(folder, 'public'))],
      }),
    ),
  )
  const html = await (await fetch(at)).text()
  other.close()
  expect(html).not.toContain('</script><b>')
  expect(listIn(html)[0].title).toBe('</script><b>')
})

test('a shared link has a picture by its full address, if ours is known; pages behind the login have none', async () => {
  const [known, at] = await listen(
    express().use(createSite({ remotes, shellDist, publicUrl: 'https://tuma.example/' })),
  )
  const html = await (await fetch(`${at}/trackDelivery`)).text()
  const within = await (await fetch(`${at}/Client`)).text()
  known.close()
  expect(html).toContain('<meta property="og:image" content="https://tuma.example/share.png">')
  expect(within).not.toContain('og:image')
  expect(await (await get('/trackDelivery')).text()).not.toContain('og:image')
})

test('/api goes on to the bff with its body, and says that the service is away when it is', async () => {
  const [bff, bffAt] = await listen((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () =>
      response.writeHead(201, { 'set-cookie': 'session=1' }).end(`${request.method} ${request.url} ${body}`),
    )
  })
  const [site, at] = await listen(express().use(createSite({ remotes, shellDist, forwardApiTo: bffAt })))
  const answer = await fetch(`${at}/api/users/login?a=1`, { method: 'POST', body: '{"x":1}' })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('set-cookie')).toBe('session=1')
  expect(await answer.text()).toBe('POST /api/users/login?a=1 {"x":1}')
  await new Promise((resolve) => bff.close(resolve).closeAllConnections())
  const away = await fetch(`${at}/api/users/me`)
  site.close()
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({ code: 'away' })
})

test('the built files alone are served without the pages, which come once the services are open', async () => {
  const next: express.RequestHandler = (_request, response) => void response.status(503).send('it starts')
  const [filesAlone, at] = await listen(express().use(createSiteFiles({ remotes, shellDist }), next))
  const seen = async (path: string) => {
    const answer = await fetch(at + path)
    return [answer.status, await answer.text()]
  }
  expect(await seen('/assets/shell.00000001.js')).toEqual([200, 'shell'])
  expect(await seen('/remotes/public/assets/remote.00000001.js')).toEqual([200, 'remote 00000001'])
  for (const path of ['/assets/none.00000000.js', '/remotes/none/assets/remote.00000001.js'])
    expect((await seen(path))[0]).toBe(404)
  for (const path of ['/', '/Agent/cash', '/index.html', '/api/remotes'])
    expect(await seen(path)).toEqual([503, 'it starts'])
  filesAlone.close()
})
