import type { RemoteEntry } from '../src/remote-list.ts'
import type { AreaBuild } from './area-build.ts'
import type { FirstPage } from './first-page.ts'
import { type Look, lookScript } from './look.ts'

/** JSON inside a script element must not be able to end it. */
const embedded = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`

/**
 * What the browser will ask for next in this area, asked for while the shell's own script is still on its way. With its
 * hash and `crossorigin`, as a remote's entry asks: a file that was loaded otherwise is loaded again.
 */
function preloads(area: string, build: AreaBuild, first: FirstPage | null): string[] {
  const at = (file: string): string => `/remotes/${area}/${file}`
  const preload = (as: string, file: string): string => buildPreload(as, at(file), build.integrity[file])
  const worn = new Set(first?.styles)
  return [
    ...[build.entry, ...build.scripts].map((file) => preload('script', file)),
    ...build.styles.filter((file) => !worn.has(file)).map((file) => preload('style', file)),
    ...(first?.scripts ?? []).map((file) => preload(file.endsWith('.css') ? 'style' : 'script', file)),
  ]
}

const sealed = (hash: string | undefined): string => (hash ? ` integrity="${hash}"` : '')

const computeSeal = ({ integrity }: AreaBuild, file: string): string => sealed(integrity[file])

const buildPreload = (as: string, href: string, hash: string | undefined): string =>
  `<link rel="preload" as="${as}" crossorigin href="${href}"${sealed(hash)}>`

/**
 * The area's styles for what was drawn: behind the shell's, which say what comes before what. Under the name by which the
 * remote's entry looks for them, so that it does not put them there once more.
 */
const buildStyles = (area: string, build: AreaBuild, { styles }: FirstPage): string[] =>
  styles.map((file) => {
    const known = build.first?.sheets?.[file]
    const named = known ? ` data-rspack="${known}"` : ''
    return `<link rel="stylesheet" crossorigin href="/remotes/${area}/${file}"${computeSeal(build, file)}${named}>`
  })

/** The small script that goes with what was drawn: before the shell's, for which it would wait otherwise. */
const buildScript = (area: string, build: AreaBuild, { script }: FirstPage): string =>
  script ? `<script defer crossorigin src="/remotes/${area}/${script}"${computeSeal(build, script)}></script>` : ''

export type PageParts = {
  readonly html: string
  /** The shell's font, which a browser would find only in its styles. */
  readonly font: string | null
  /** The preview that apps show beside a shared link to this page. */
  readonly picture: string | null
  readonly list: readonly RemoteEntry[]
  readonly here: RemoteEntry | undefined
  readonly build: AreaBuild | null
  /** What is shown before the shell has loaded. */
  readonly first: FirstPage | null
  readonly look: Look
}

/** The shell's HTML as this address and this look want it. */
export function pageFor(parts: PageParts): string {
  const { html, look, first, picture } = parts
  const asks = toAsks(parts)
  const asking = asks.length > 0 ? ` data-ask="${asks.join(' ')}"` : ''
  const dressed = look.theme === 'system' ? '' : ` data-theme="${look.theme}"`
  const begun = html
    .replace('</head>', () => `${picture === null ? '' : getPicture(picture)}</head>`)
    .replace(/<html[^>]*>/, `<html lang="${look.language}"${dressed}>`)
    .replace('<head>', () => `<head><script${asking}>${lookScript}</script>`)
  return first?.whole ? wholePage(begun, parts, first) : appPage(begun, parts)
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** 1200 by 630, which those who show it need not measure first. */
const getPicture = (address: string): string =>
  [
    `<meta property="og:image" content="${attribute(address)}">`,
    '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')

/** An area is asked about for who may be signed in: first of all who they are, which its guard wants to know. */
function toAsks({ here, look, first }: PageParts): readonly string[] {
  if (!here || here.role === null) return first?.asks ?? []
  return look.mayBeSignedIn ? ['/api/users/me', ...(first?.asks ?? [])] : []
}

const fontLink = (font: string | null, priority = ''): string[] =>
  font ? [`<link rel="preload" as="font" type="font/woff2" crossorigin${priority} href="${font}">`] : []

const shellScript = /<script[^>]* src="([^"]+)"[^>]*><\/script>/g

/** A page with little text before the shell loads does not need its fonts first. */
const shellFirst = (html: string): string =>
  html.replaceAll(shellScript, (tag) => tag.replace(' ', ' fetchpriority="high" '))

/** With the list of remotes and, for the remote that has this path, what it will load first. */
function appPage(html: string, { font, list, here, build, first }: PageParts): string {
  const isArea = here !== undefined && here.role !== null
  const head = [
    ...fontLink(font, isArea ? ' fetchpriority="low"' : ''),
    ...(here && build ? preloads(here.area, build, first) : []),
    ...(first?.around ?? []).map(({ file, hash }) => buildPreload('script', `/${file}`, hash)),
    embedded('remotes', list),
    ...(here && build && first ? buildStyles(here.area, build, first) : []),
  ]
  const small = here && build && first ? buildScript(here.area, build, first) : ''
  const ordered = isArea ? shellFirst(html) : small === '' ? html : shellAfterPaint(html)
  const page = ordered.replace('</head>', () => `${head.join('')}</head>`)
  if (!first) return page
  const titled = first.head === '' ? page : page.replace(/<title>.*?<\/title>/, () => ownHead(first))
  const begun = titled.replace('</script>', () => `</script>${small}`)
  return begun.replace('<div id="app">', () => `${drawn(first)}<div id="app" hidden>`)
}

/**
 * What was drawn is painted first, also where the shell's script is in the browser's cache: the script is fetched meanwhile,
 * and the area's small one puts it in.
 */
function shellAfterPaint(html: string): string {
  const shell = [...html.matchAll(shellScript)].map(([script]) => script).join('')
  return html
    .replaceAll(shellScript, (script) => fetched(script))
    .replace('<div id="app"', () => `<template id="app-scripts">${shell}</template><div id="app"`)
}

const fetched = (script: string): string =>
  script
    .replace('<script', '<link rel="preload" as="script" fetchpriority="low"')
    .replace(' defer', '')
    .replace(' src=', ' href=')
    .replace('></script>', '>')

const drawn = ({ body, isAsked }: FirstPage): string => `<div id="first"${isAsked ? ' data-asked' : ''}>${body}</div>`

/** The app says it itself as soon as it is there, and takes this away. */
const ownHead = ({ head }: FirstPage): string => head.replaceAll('<meta', '<meta data-first')

/**
 * A page without the shell, which the remote's small script can load later. The page names the files of the next pages, to
 * load when idle: first those that draw them, then their scripts.
 */
function wholePage(html: string, { font, list, here, build }: PageParts, first: FirstPage): string {
  if (!here || !build) return html
  const files = [...new Set([build.entry, ...build.scripts, ...first.scripts, ...first.next.files])]
  const isStyle = (file: string): boolean => file.endsWith('.css')
  const at = (file: string): string => `/remotes/${here.area}/${file}`
  const ahead = [
    ...first.next.pages,
    ...files.filter(isStyle).map(at),
    ...[...html.matchAll(shellScript)].map(([, src]) => src),
    ...files.filter((file) => !isStyle(file)).map(at),
  ]
  const shell = [...html.matchAll(shellScript)].map(([script]) => script)
  const app = `<template id="app-scripts">${embedded('remotes', list)}${shell.join('')}</template>`
  const head = [
    ...fontLink(font),
    ...buildStyles(here.area, build, first),
    buildScript(here.area, build, first),
    embedded('ahead', ahead),
  ]
  return html
    .replaceAll(shellScript, '')
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace(/<title>.*?<\/title>/, () => ownHead(first))
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace(/<div id="app">\s*<\/div>/, () => `${drawn(first)}${app}`)
}
