import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lookScript } from './look.ts'
import { openSite } from './serve.ts'
import { createSite, remoteElsewhere, remoteHere } from './site.ts'

/** What an answer says before any script has come. */

const folder = mkdtempSync(join(tmpdir(), 'tuma-first-'))
const shellDist = join(folder, 'shell')
const publicDist = join(folder, 'public')
const clientDist = join(folder, 'client')
const area = { area: 'public', basePath: '/', role: null, title: 'Tuma' }

const put = (dist: string, file: string, text: unknown): void => {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, file), typeof text === 'string' ? text : JSON.stringify(text))
}
const entry = 'assets/remoteEntry.00000001.js'
const build = (dist: string): void => {
  const expose = {
    js: { sync: ['assets/remote.00000001.js'], async: [] },
    css: { sync: ['assets/remote.00000001.css'], async: [] },
  }
  const metaData = { remoteEntry: { name: entry, path: '' } }
  put(dist, 'mf-manifest.json', { metaData, exposes: [{ name: 'remote', assets: expose }] })
  put(dist, 'integrity.json', {
    [entry]: 'sha384-e',
    'assets/track.00000001.js': 'sha384-t',
    'assets/visit.00000001.js': 'sha384-v',
  })
}
const page = (name: string, whole: boolean, scripts: string[] = []) => ({
  whole,
  html: { en: `assets/${name}.en.00000001.html`, sw: `assets/${name}.sw.00000001.html` },
  scripts,
  styles: scripts.map((file) => file.replace('.js', '.css')),
})
const first = (of = entry) => ({
  entry: of,
  script: 'assets/visit.00000001.js',
  sheets: { 'assets/track.00000001.css': 'tuma_public:chunk-7' },
  pages: {
    '/': page('home', true),
    '/track': { ...page('track', true, ['assets/track.00000001.js']), asks: ['/api/track/{id}'] },
    '/login': page('login', false),
  },
})
const texts = { home: ['Welcome', 'Karibu'], track: ['Where is it?', 'Kiko wapi?'], login: ['Log in', 'Ingia'] }

const close: (() => Promise<unknown>)[] = []
let origin = ''
let grown = ''
const get = async (path: string, cookie = '', at = origin): Promise<string> =>
  (await fetch(at + path, { headers: { cookie } })).text()
const open = async (...[handler]: Parameters<typeof openSite>): Promise<string> => {
  const site = await openSite(handler, () => true, '127.0.0.1', 0)
  close.push(site.close)
  return `http://127.0.0.1:${site.port}`
}

beforeAll(async () => {
  put(
    shellDist,
    'index.html',
    '<html lang="en"><head><title>Tuma</title><script defer src="/assets/shell.00000001.js"></script><link href="/assets/shell.00000001.css" rel="stylesheet"></head><body><div id="app"></div><noscript>Tuma needs JavaScript.</noscript></body></html>',
  )
  put(shellDist, 'assets/shell.00000001.css', '@font-face{src:url("/assets/letters.00000001.woff2")}')
  const around = ['assets/around.00000001.js']
  const shellPages = {
    '/page': page('page', false),
    '/area': page('area', false, around),
    '/open': page('open', false),
  }
  put(shellDist, 'integrity.json', { 'assets/around.00000001.js': 'sha384-a' })
  put(shellDist, 'first.json', { pages: shellPages })
  for (const language of ['en', 'sw']) {
    put(shellDist, `assets/page.${language}.00000001.html`, '<a href="#main">Skip</a><slot></slot>')
    put(shellDist, `assets/area.${language}.00000001.html`, 'Protected Loading...')
    put(shellDist, `assets/open.${language}.00000001.html`, 'Loading…')
  }
  const here = remoteHere(area, publicDist)
  const client = remoteHere({ area: 'client', basePath: '/Client', role: 'user', title: 'Client' }, clientDist)
  origin = await open(createSite({ remotes: [here, client], shellDist }), () => true, '', 0)
  const remote = express().get('/remote.json', async (_request, response) => void response.json(await here.now()))
  const elsewhere = await open(express().use(remote, here.files), () => true, '', 0)
  grown = await open(createSite({ remotes: [remoteElsewhere('public', elsewhere)], shellDist }), () => true, '', 0)
})
beforeEach(() => {
  build(publicDist)
  build(clientDist)
  put(publicDist, 'first.json', first())
  for (const [name, [en, sw]] of Object.entries(texts)) {
    put(
      publicDist,
      `assets/${name}.en.00000001.html`,
      `<meta name="robots" content="noindex"/><title>${en} · Tuma</title><h1>${en}</h1>`,
    )
    put(publicDist, `assets/${name}.sw.00000001.html`, `<title>${sw} · Tuma</title><h1>${sw}</h1>`)
  }
})
afterAll(async () => {
  await Promise.all(close.map((end) => end()))
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['in this process', () => origin],
  ['on a server of its own', () => grown],
])('a page that a remote %s has drawn in full is sent with its own small script only', async (_where, at) => {
  const html = await get('/', '', at())
  expect(html).toContain('<title>Welcome · Tuma</title>')
  expect(html).toContain('<div id="first"><a href="#main">Skip</a><h1>Welcome</h1></div>')
  const comes = html.replace(/<template id="app-scripts">.*<\/template>/, '')
  expect(comes).not.toMatch(/id="app"|noscript|rel="preload" as="(script|fetch)"/)
  expect([...comes.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    '/remotes/public/assets/visit.00000001.js',
  ])
  expect(html).toContain('href="/remotes/public/assets/remote.00000001.css"')
})

test('a full page links to the shell, to load it when needed', async () => {
  const [, app = ''] = /<template id="app-scripts">(.*)<\/template>/.exec(await get('/')) ?? []
  expect(app).toMatch(/^<script type="application\/json" id="remotes">.*<\/script><script [^>]*src="\/assets\/shell\./)
})

test.each(['/login', '/LOGIN/', '/track?id=TM-1&more'])(
  '%s is shown until the shell has loaded its screen',
  async (path) => {
    const html = await get(path)
    expect(html).toMatch(/<div id="first"[^>]*>.*<h1>.*<\/div><div id="app" hidden><\/div>/)
    expect(html).toContain('src="/assets/shell.00000001.js"')
    expect(html).toContain('id="remotes"')
    expect(html).toContain('<meta data-first name="robots"')
  },
)

test('the shell waits until what was drawn has been painted, and is fetched meanwhile', async () => {
  const html = await get('/login')
  const [, later = ''] = /<template id="app-scripts">(.*?)<\/template>/.exec(html) ?? []
  expect(later).toBe('<script defer src="/assets/shell.00000001.js"></script>')
  expect(html.replace(later, '')).not.toContain('src="/assets/shell')
  expect(html).toContain('<link rel="preload" as="script" fetchpriority="low" href="/assets/shell.00000001.js">')
  // Nothing is drawn there, and no small script comes.
  expect(await get('/nowhere')).not.toContain('app-scripts')
})

test("a screen's own scripts are asked for with the area's, by the hash with which they are asked for later", async () => {
  expect(await get('/track?id=TM-1&more')).toContain(
    '<link rel="preload" as="script" crossorigin href="/remotes/public/assets/track.00000001.js" integrity="sha384-t">',
  )
})

test('the styles of a drawn page have the name that the remote checks before it loads them', async () => {
  const html = await get('/track?id=TM-1&more')
  const own = '<link rel="stylesheet" crossorigin href="/remotes/public/assets/track.00000001.css"'
  expect(html).toContain(`${own} data-rspack="tuma_public:chunk-7">`)
  // A remote that was built before there were names of them.
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/remotes/public/assets/remote.00000001.css">')
})

test('a person who may be logged in gets the shell’s frame around an area', async () => {
  const around = '<link rel="preload" as="script" crossorigin href="/assets/around.00000001.js" integrity="sha384-a">'
  expect(await get('/Client/profile', 'tuma_signed_in=yes')).toContain(around)
  expect(await get('/Client/profile')).not.toContain('around.00000001.js')
  expect(await get('/login', 'tuma_signed_in=yes')).not.toContain('around.00000001.js')
})

test('an area with little text before its scripts loads them before the font', async () => {
  const order = /as="font"[^>]* fetchpriority="low"|<script fetchpriority="high"[^>]* src="\/assets\/shell/g
  expect((await get('/Client/profile')).match(order)).toHaveLength(2)
  expect((await get('/login')).match(order)).toBeNull()
})

test('a page of one thing among many has its scripts by the way that leads to it', async () => {
  const one = { ...page('none', false, ['assets/one.00000001.js']), html: {} }
  put(clientDist, 'first.json', { entry, pages: { '/client/parcel/:type/:id': one } })
  const signedIn = 'tuma_signed_in=yes'
  const own = [
    '<link rel="preload" as="script" crossorigin href="/remotes/client/assets/one.00000001.js">',
    '<link rel="preload" as="style" crossorigin href="/remotes/client/assets/one.00000001.css">',
  ].join('')
  expect(await get('/Client/parcel/doorstep/d1', signedIn)).toContain(own)
  expect(await get('/client/Parcel/doorstep/d1/', signedIn)).toContain(own)
  expect(await get('/Client/parcel/doorstep/d1')).not.toContain('one.00000001')
  for (const other of ['/Client/parcel/doorstep', '/Client/other/doorstep/d1', '/Client/parcel/doorstep/d1/more'])
    expect(await get(other, signedIn)).not.toContain('one.00000001')
})

test('what a whole page can ask by itself is asked by it, and nothing else comes', async () => {
  const html = await get('/track?id=TM%201"')
  expect(html).toContain('<script data-ask="/api/track/TM%201%22">')
  expect(html).not.toContain('<div id="app"')
  expect(html).toContain('<div id="first" data-asked>')
  expect(await get('/track')).not.toContain('data-ask')
})

test('for a person who may be logged in, an area asks for its screen’s data before its scripts load', async () => {
  const asks = ['/api/list?status=waiting']
  put(clientDist, 'first.json', { entry, pages: { '/client/list': { ...page('none', false), html: {}, asks } } })
  const signedIn = 'tuma_signed_in=yes'
  expect(await get('/Client/list', signedIn)).toContain('<script data-ask="/api/users/me /api/list?status=waiting">')
  expect(await get('/Client/list?status=sent', signedIn)).toContain('<script data-ask="/api/users/me">')
  expect(await get('/Client/list')).not.toContain('data-ask')
})

test('everything is in the language and the look that the browser says', async () => {
  const html = await get('/', 'other=1; tuma_language=sw; tuma_theme=dark')
  expect(html).toContain('<html lang="sw" data-theme="dark">')
  expect(html).toContain('<h1>Karibu</h1>')
  expect(await get('/', 'tuma_language=fr; tuma_theme="><script>')).toContain('<html lang="en">')
  expect((await fetch(`${origin}/`)).headers.get('vary')).toMatch(/Cookie/)
})

test('the policy allows the one inline script of the page', async () => {
  const answer = await fetch(`${origin}/`)
  const [, script = ''] = /<script>(.*?)<\/script>/.exec(await answer.text()) ?? []
  const seal = createHash('sha256').update(script).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${seal}'`)
})

test.each([
  ['https:', /; secure$/],
  ['http:', /; samesite=lax$/],
])('a choice from before its cookie existed becomes a cookie (%s)', (protocol, ends) => {
  const document = { documentElement: { dataset: {}, lang: 'en' }, cookie: '' }
  const localStorage = { getItem: (name: string) => (name === 'tuma.theme' ? 'dark' : null) }
  runInNewContext(lookScript, { document, localStorage, location: { protocol } })
  expect(document.cookie).toMatch(/^tuma_theme=dark; /)
  expect(document.cookie).toMatch(ends)
  expect(document.documentElement.dataset).toEqual({ theme: 'dark' })
})

test('a call that an element of a page names is asked at once, for later use', async () => {
  const window = { tumaAsked: new Map<string, [number, Promise<unknown>]>() }
  const fetched = vi.fn(async (_url: string, _options: RequestInit) => 'the answer')
  const document = {
    documentElement: { dataset: {} },
    cookie: '',
    currentScript: { dataset: { ask: '/api/a /api/b' } },
  }
  const localStorage = { getItem: () => null }
  runInNewContext(lookScript, { document, localStorage, location: {}, window, fetch: fetched, performance, Map })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/a', '/api/b'])
  expect(await window.tumaAsked.get('GET /api/b')?.[1]).toBe('the answer')
})

/** Runs the page's script when its first text has been painted, or not yet. */
const painted = (isPainted: boolean, page: { app?: object; navigator?: object }) => {
  const dataset: { font?: string } = {}
  const document = { documentElement: { dataset, lang: 'en' }, cookie: '', querySelector: () => page.app ?? null }
  const changes: (() => void)[] = []
  class PerformanceObserver {
    readonly seen: (list: object, observer: object) => void
    constructor(seen: (list: object, observer: object) => void) {
      this.seen = seen
    }
    disconnect() {}
    observe() {
      this.seen({ getEntriesByName: () => (isPainted ? [{}] : []) }, this)
    }
  }
  class MutationObserver {
    constructor(seen: (records: object[], observer: object) => void) {
      changes.push(() => seen([], this))
    }
    disconnect() {}
    observe() {}
  }
  runInNewContext(lookScript, { document, navigator: page.navigator ?? {}, PerformanceObserver, MutationObserver })
  return { dataset, document, changes }
}

test.each([
  ['after the first text is painted', true, {}, { font: 'own' }],
  ['never before', false, {}, {}],
  ['never where data are saved', true, { connection: { saveData: true } }, {}],
])('the body font is loaded %s', (_when, isPainted, navigator, dataset) => {
  expect(painted(isPainted, { navigator }).dataset).toEqual(dataset)
})

test('where the app takes the place of what is drawn, the body font is loaded once it has', () => {
  const { dataset, document, changes } = painted(true, { app: {} })
  expect(dataset).toEqual({})
  document.querySelector = () => null
  for (const changed of changes) changed()
  expect(dataset).toEqual({ font: 'own' })
})

test('the font is asked for before the styles that name it have come', async () => {
  expect(await get('/login')).toContain('as="font" type="font/woff2" crossorigin href="/assets/letters.00000001.woff2"')
})

test('where nothing is drawn the shell says that it is loading, and of an area that it is protected', async () => {
  expect(await get('/register')).toContain('<div id="first">Loading…</div><div id="app" hidden></div>')
  expect(await get('/Client/profile')).toContain(
    '<div id="first">Protected Loading...</div><div id="app" hidden></div>',
  )
})

test.each([
  ['that draws none', () => rmSync(join(publicDist, 'first.json'))],
  [
    'whose drawn pages are of another build',
    () => put(publicDist, 'first.json', first('assets/remoteEntry.00000002.js')),
  ],
])('a remote %s is loaded as ever', async (_which, change) => {
  change()
  const html = await get('/')
  expect(html).toContain('src="/assets/shell.00000001.js"')
  expect(html).toContain('/remotes/public/assets/remote.00000001.js')
  expect(html).not.toContain('Welcome')
})

test('a drawn page whose file is gone leaves the page to the shell', async () => {
  put(publicDist, 'first.json', { ...first(), pages: { '/': page('gone', true) } })
  expect(await get('/')).toContain('<div id="first">Loading…</div><div id="app" hidden></div>')
})

test('a page is compressed for clients that accept brotli', async () => {
  const plain = await fetch(`${origin}/`, { headers: { 'accept-encoding': 'identity' } })
  const packed = await fetch(`${origin}/`, { headers: { 'accept-encoding': 'br' } })
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'br'])
  expect(await packed.text()).toBe(await plain.text())
  expect(packed.headers.get('vary')).toMatch(/Accept-Encoding/)
})
