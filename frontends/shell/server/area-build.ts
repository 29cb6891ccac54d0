import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

type Assets = { sync: string[]; async: string[] }
type Manifest = {
  metaData: { remoteEntry: { name: string; path: string } }
  exposes: { name: string; assets: { js: Assets; css: Assets } }[]
}
type Integrity = Record<string, string>

const drawnFile = z.string().check(z.regex(/^assets\/[\w.-]+\.html$/))
const asset = z.string().check(z.regex(/^assets\/[\w.-]+\.(js|css)$/))

/** Pages that the build has drawn (kit/build/first.ts), by their path in lower case. */
const firstPages = z.object({
  script: z.optional(asset),
  /** By file, what the remote's entry calls its styles in the page. */
  sheets: z.optional(z.record(asset, z.string().check(z.regex(/^[\w:-]+$/)))),
  pages: z.record(
    z.string(),
    z.object({
      whole: z.boolean(),
      html: z.record(z.string(), drawnFile),
      scripts: z.array(asset),
      styles: z.array(asset),
      /** Pages that are likely to come next, by their address. */
      next: z.optional(z.array(z.string().check(z.regex(/^\/[\w/-]*$/)))),
      /** Questions to the API, "{name}" where the address has one (kit/first). */
      asks: z.optional(z.array(z.string().check(z.regex(/^\/api\/[\w/?=&.%{}-]+$/)))),
    }),
  ),
})

/** What a page needs of a remote at once, as paths below its dist. */
export const areaBuild = z.object({
  entry: z.string(),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** sha384 by file. */
  integrity: z.record(z.string(), z.string()),
  /** Not of a remote that draws none, or does not know how yet. */
  first: z.optional(firstPages),
})
export type AreaBuild = z.infer<typeof areaBuild>

const firstOfEntry = z.extend(firstPages, { entry: z.optional(z.string()) })
type FirstOfEntry = z.infer<typeof firstOfEntry>

function buildFrom({ metaData, exposes }: Manifest, integrity: Integrity, first: FirstOfEntry | null): AreaBuild {
  const assets = exposes.map((exposed) => exposed.assets)
  const entry = `${metaData.remoteEntry.path}${metaData.remoteEntry.name}`
  return {
    entry,
    // Files of another build may still be there, as builds are stored side by side.
    ...(first?.entry === entry ? { first: { script: first.script, sheets: first.sheets, pages: first.pages } } : {}),
    scripts: assets.flatMap(({ js }) => js.sync),
    styles: assets.flatMap(({ css }) => css.sync),
    integrity,
  }
}

/** Reads a file again only after a change, so that a remote can roll out while the site runs. @returns null without a file */
export function watched<T>(file: string, parse: (text: string) => T): () => T | null {
  let read: { changed: number; value: T } | null = null
  return () => {
    if (!existsSync(file)) return null
    const changed = statSync(file).mtimeMs
    if (read?.changed !== changed) read = { changed, value: parse(readFileSync(file, 'utf8')) }
    return read.value
  }
}

/** The newest build in a remote's dist; null when it was never built, which takes down its area only. */
export function watchBuild(distFolder: string): () => AreaBuild | null {
  const manifest = watched(join(distFolder, 'mf-manifest.json'), (text): Manifest => JSON.parse(text))
  const integrity = watched(join(distFolder, 'integrity.json'), (text): Integrity => JSON.parse(text))
  const first = watchFirst(distFolder)
  return () => {
    const built = manifest()
    return built && buildFrom(built, integrity() ?? {}, first())
  }
}

export const watchFirst = (distFolder: string): (() => FirstOfEntry | null) =>
  watched(join(distFolder, 'first.json'), (text) => z.parse(firstOfEntry, JSON.parse(text)))
