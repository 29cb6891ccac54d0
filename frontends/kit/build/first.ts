import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Configuration, Stats } from '@rspack/core'
import { buildFirstPages, type FirstPages, type PageAhead } from '../src/first/pages.ts'
import { drawingConfig, type Mode, visitConfig } from './rspack.ts'

const languages = ['en', 'sw'] as const

/** What `first.json` says of a page; files are paths below dist. */
type Drawn = {
  whole: boolean
  html: Record<string, string>
  scripts: string[]
  styles: string[]
  asks?: readonly string[]
  next?: readonly string[]
}

type Run = (config: Configuration) => Promise<Stats>

/**
 * Draws an area's first pages (its `src/first.tsx`) in each language, beside their small script (`src/visit.ts`). Of an area that draws
 * none, says what is fetched ahead of its pages (`src/pages.ts`).
 * @returns the files that came into dist
 */
export async function drawFirstPages(folder: string, mode: Mode, built: Stats, run: Run): Promise<string[]> {
  const first = await firstPagesIn(folder, mode, run)
  if (!first) return []
  const dist = join(folder, 'dist')
  const script = existsSync(join(folder, 'src', 'visit.ts'))
    ? Object.keys((await run(visitConfig(folder, mode))).compilation.assets)
    : []
  const drawn: Record<string, Drawn> = {}
  for (const { path, whole = false, chunk, drawn: isDrawn = true, asks, next } of first.pages) {
    const html: Drawn['html'] = {}
    for (const language of isDrawn ? languages : [])
      html[language] = keep(dist, path, language, await first.draw(path, language))
    const files = chunk ? findFiles(built, chunk) : []
    drawn[path.toLowerCase()] = {
      whole,
      html,
      ...(asks ? { asks } : {}),
      ...(next ? { next } : {}),
      scripts: files.filter((file) => file.endsWith('.js')),
      styles: files.filter((file) => file.endsWith('.css')),
    }
  }
  writeFileSync(
    join(dist, 'first.json'),
    JSON.stringify({ entry: getEntry(built), script: script[0], sheets: findSheets(built), pages: drawn }),
  )
  return [...script, ...Object.values(drawn).flatMap(({ html }) => Object.values(html)), 'first.json']
}

async function firstPagesIn(folder: string, mode: Mode, run: Run): Promise<FirstPages | null> {
  if (existsSync(join(folder, 'src', 'first.tsx'))) return drawing(folder, mode, run)
  const table = join(folder, 'src', 'pages.ts')
  if (!existsSync(table)) return null
  const { pages } = (await import(pathToFileURL(table).href)) as { pages: readonly PageAhead[] }
  return { pages: buildFirstPages(pages), draw: () => Promise.reject(new Error(`${folder} has no first.tsx`)) }
}

async function drawing(folder: string, mode: Mode, run: Run): Promise<FirstPages> {
  const place = mkdtempSync(join(tmpdir(), 'tuma-first-'))
  try {
    await run(drawingConfig(folder, mode, place))
    return createRequire(import.meta.url)(join(place, 'first.cjs')).first
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function keep(dist: string, path: string, language: string, html: string): string {
  // The content security policy would leave it out, and the page would not look as it does later.
  if (/\sstyle="|<script|<style/.test(html)) throw new Error(`${path} draws with a style or a script of its own`)
  const name = path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
  const hash = createHash('sha256').update(html).digest('hex').slice(0, 8)
  const file = `assets/first-${name}.${language}.${hash}.html`
  writeFileSync(join(dist, file), html)
  return file
}

/** A build's own file, by which a page that was drawn for another is known. */
const getEntry = ({ compilation }: Stats): string | undefined =>
  Object.keys(compilation.assets).find((file) => /\/remoteEntry\.\w+\.js$/.test(file))

/** By file, the name that the entry's loader of styles gives to their element. */
function findSheets(built: Stats): Record<string, string> {
  const { chunks = [] } = built.toJson({ all: false, chunks: true, ids: true })
  const named = (id: unknown): string => `${built.compilation.outputOptions.uniqueName}:chunk-${id}`
  return Object.fromEntries(
    chunks.flatMap(({ id, files = [] }) =>
      files.filter((file) => file.endsWith('.css')).map((file) => [file, named(id)] as const),
    ),
  )
}

function findFiles(built: Stats, chunk: string): string[] {
  const { namedChunkGroups = {} } = built.toJson({ all: false, chunkGroups: true })
  const group = namedChunkGroups[chunk]
  if (!group) throw new Error(`There is no chunk "${chunk}"`)
  return group.assets?.map(({ name }) => name) ?? []
}
