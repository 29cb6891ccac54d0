import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watched, watchFirst } from './area-build.ts'
import type { Look } from './look.ts'
import { type AreaNow, keptTexts } from './site-remote.ts'

/** What an answer says before any script has come. */
export type FirstPage = {
  /** Its `<title>` and `<meta>`. */
  readonly head: string
  readonly body: string
  /** All that this address needs; the shell stays away. */
  readonly whole: boolean
  /** The address asks for what the page is about: its styles leave the first place to the answer. */
  readonly isAsked: boolean
  /** Files below the remote's dist: the screen's scripts (and styles, if not drawn), the styles of the drawn page, the small script. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly script: string | undefined
  /** Of the shell, below its dist, with their hashes: what it has around an area. */
  readonly around: readonly { readonly file: string; readonly hash: string | undefined }[]
  /** What it asks of the API before its scripts are there to. */
  readonly asks: readonly string[]
  /** What comes next: the addresses of pages, and of the remote, below its dist, what their screens need. */
  readonly next: { readonly pages: readonly string[]; readonly files: readonly string[] }
}

type Page = NonNullable<NonNullable<AreaNow['build']>['first']>['pages'][string]
type Read = (file: string) => Promise<string | null>

/** React puts what belongs into the head in front. */
const ownHead = /^(?:<(?:title>.*?<\/title|meta[^>]*|link[^>]*)>)+/s

/** Whose address this is; a part that begins with ":" is any. */
const pageAt = <Page>(pages: Readonly<Record<string, Page>>, path: string): Page | undefined => {
  const parts = path.split('/')
  const isWay = (way: string): boolean => {
    const wanted = way.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
  }
  return pages[path] ?? Object.entries(pages).find(([way]) => way.includes('/:') && isWay(way))?.[1]
}

const getNext = (pages: Readonly<Record<string, Page>>, next: readonly string[]): FirstPage['next'] => ({
  pages: next,
  files: [...new Set(next.flatMap((path) => [...(pages[path]?.scripts ?? []), ...(pages[path]?.styles ?? [])]))],
})

/**
 * With what the address asks for in its place; without it there is nothing to ask. To an address that asks for something,
 * what its screen asks by itself is no answer.
 */
const toAsks = (asks: readonly string[], asked: URLSearchParams): string[] =>
  asks
    .filter((ask) => asked.size === 0 || ask.includes('{'))
    .map((ask) => ask.replaceAll(/\{(\w+)\}/g, (name, key) => encodeURIComponent(asked.get(key)?.trim() || name)))
    .filter((ask) => !ask.includes('%7B'))

/**
 * Puts what a remote has drawn for this address into the shell's frame, or else the shell's own waiting page. Null if the
 * shell has drawn none either: then the page is empty until its scripts have loaded.
 */
export function firstPages(shellDist: string) {
  const drawn = watchFirst(shellDist)
  const hashes = watched(join(shellDist, 'integrity.json'), (text): Record<string, string> => JSON.parse(text))
  const readShell = keptTexts((file) => readFile(join(shellDist, file), 'utf8'))

  const ofShell = async (name: string, { language }: Look): Promise<string | null> => {
    const file = drawn()?.pages[name]?.html[language]
    return file === undefined ? null : await readShell(file)
  }
  const waiting = async (area: AreaNow, look: Look, page?: Page): Promise<FirstPage | null> => {
    const name = area.role === null ? '/open' : '/area'
    const body = await ofShell(name, look)
    const nothing = {
      head: '',
      whole: false,
      isAsked: false,
      styles: [],
      script: undefined,
      asks: [],
      next: { pages: [], files: [] },
    }
    const own = page && (area.role === null || look.mayBeSignedIn) ? [...page.scripts, ...page.styles] : []
    const shells = look.mayBeSignedIn ? (drawn()?.pages[name]?.scripts ?? []) : []
    const known = shells.length > 0 ? hashes() : null
    const around = shells.map((file) => ({ file, hash: known?.[file] }))
    return body === null ? null : { ...nothing, body, scripts: own, around }
  }

  return async (area: AreaNow, read: Read, url: string, look: Look): Promise<FirstPage | null> => {
    const [path = '/', query] = url.split('?')
    const { build } = area
    const page = build?.first && pageAt(build.first.pages, path.toLowerCase().replace(/(.)\/+$/, '$1'))
    const file = page?.html[look.language]
    const asked = new URLSearchParams(query)
    const asks = page?.asks ?? []
    if (!build || !page || !file) {
      const begun = await waiting(area, look, page)
      return begun && { ...begun, asks: toAsks(asks, asked) }
    }
    const [frame, text] = await Promise.all([ofShell('/page', look), read(file)])
    if (frame === null || text === null) return waiting(area, look)
    const head = ownHead.exec(text)?.[0] ?? ''
    return {
      head,
      body: frame.replace('<slot></slot>', () => text.slice(head.length)),
      whole: page.whole && [...asked.keys()].every((name) => asks.some((ask) => ask.includes(`{${name}}`))),
      isAsked: toAsks(asks, asked).length > 0 && asked.size > 0,
      scripts: page.scripts,
      styles: [...build.styles, ...page.styles],
      script: build.first?.script,
      around: [],
      asks: toAsks(asks, asked),
      next: getNext(build.first?.pages ?? {}, page.next ?? []),
    }
  }
}
