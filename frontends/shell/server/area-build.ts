import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Assets = { sync: string[]; async: string[] }
type Manifest = {
  metaData: { remoteEntry: { name: string; path: string } }
  exposes: { name: string; assets: { js: Assets; css: Assets } }[]
}
type Integrity = Record<string, string>

/** What a page needs of a remote at once, as paths below its dist. */
export type AreaBuild = { entry: string; scripts: string[]; styles: string[]; integrity: Integrity }

function areaBuild({ metaData, exposes }: Manifest, integrity: Integrity): AreaBuild {
  const assets = exposes.map((exposed) => exposed.assets)
  return {
    entry: `${metaData.remoteEntry.path}${metaData.remoteEntry.name}`,
    scripts: assets.flatMap(({ js }) => js.sync),
    styles: assets.flatMap(({ css }) => css.sync),
    integrity,
  }
}

/** Reads a file again only after it has changed, so that a remote rolls out while the site runs. @returns null while there is none */
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
  return () => {
    const built = manifest()
    return built && areaBuild(built, integrity() ?? {})
  }
}

const followEveryMs = 5_000

/** The same of a remote that another server has: asked for every few seconds; while that server is away, what it said last. */
export function followBuild(origin: string, everyMs = followEveryMs): () => AreaBuild | null {
  let known: AreaBuild | null = null
  const read = async <T>(file: string): Promise<T> => {
    const answer = await fetch(`${origin}/${file}`, { signal: AbortSignal.timeout(everyMs) })
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    return answer.json() as Promise<T>
  }
  const ask = async (): Promise<void> => {
    try {
      known = areaBuild(await read<Manifest>('mf-manifest.json'), await read<Integrity>('integrity.json'))
    } catch {} // its area says that it is unavailable; there is nobody else to tell
  }
  void ask()
  setInterval(() => void ask(), everyMs).unref()
  return () => known
}
