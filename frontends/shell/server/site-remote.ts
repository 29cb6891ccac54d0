import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Role, roles } from '@tuma/contracts/vocabulary'
import type { RequestHandler } from 'express'
import * as z from 'zod/mini'
import { type AreaBuild, areaBuild, watchBuild } from './area-build.ts'
import { distFiles } from './files.ts'
import { forwardTo } from './forward.ts'

/** Where an area hangs. `basePath` "/" takes every page that no other remote has; `role` null is open to all. */
export type Area = {
  readonly area: string
  readonly basePath: string
  readonly role: Role | null
  readonly title: string
}

/** The current state of an area; `build` is null if it was never built, which takes down its pages only. */
export type AreaNow = Area & { readonly build: AreaBuild | null }

/** A remote of a site: its files, and what the site says of it. */
export type SiteRemote = {
  readonly area: string
  readonly files: RequestHandler
  /** The text of one of its build's hashed files; null where it can't be had just now. */
  read(file: string): Promise<string | null>
  /** @param fresh a caller has found the last answer out of date */
  now(fresh?: boolean): Promise<AreaNow>
}

const area = z.object({ area: z.string(), basePath: z.string(), role: z.nullable(z.enum(roles)), title: z.string() })
const areaNow = z.extend(area, { build: z.nullable(areaBuild) })

/** What a remote's `area.json` says of it. */
export const areaIn = (folder: string): Area =>
  z.parse(area, JSON.parse(readFileSync(join(folder, 'area.json'), 'utf8')))

/** A remote whose dist is in a local folder. */
export const remoteHere = (area: Area, distFolder: string): SiteRemote => {
  const build = watchBuild(distFolder)
  return {
    area: area.area,
    files: distFiles(distFolder),
    read: keptTexts((file) => readFile(join(distFolder, file), 'utf8')),
    now: async () => ({ ...area, build: build() }),
  }
}

const textsKept = 60

/** A hashed file never changes: it is read once. The oldest go when there are many, for builds come and go. */
export const keptTexts = (read: (file: string) => Promise<string>): ((file: string) => Promise<string | null>) => {
  const texts = new Map<string, string>()
  return async (file) => {
    const known = texts.get(file)
    if (known !== undefined) return known
    const text = await read(file).catch(() => null)
    if (text === null) return null
    for (const oldest of texts.size < textsKept ? [] : [...texts.keys()].slice(0, 1)) texts.delete(oldest)
    texts.set(file, text)
    return text
  }
}

const freshMs = 1000
const patienceMs = 1000
/** Without an answer there is no area: that is worth waiting for. */
const longPatienceMs = 5000

/**
 * A remote that a server of its own has: what it says of itself at /remote.json is asked for at most once a second.
 * While it is away, what it said last holds; one that has never answered hangs where its name says.
 */
export const remoteElsewhere = (name: string, origin: string): SiteRemote => {
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  let known: AreaNow = { area: name, basePath: `/${title}`, role: null, title, build: null }
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null

  const ask = async (patience: number): Promise<void> => {
    try {
      const answer = await fetch(`${origin}/remote.json`, { signal: AbortSignal.timeout(patience) })
      if (answer.ok) known = { ...z.parse(areaNow, await answer.json()), area: name }
    } catch {} // its area says that it is unavailable, so there is nothing else to report
    askedAt = performance.now()
    asking = null
  }
  return {
    area: name,
    files: forwardTo(origin, { below: true }),
    read: keptTexts(async (file) => {
      const answer = await fetch(`${origin}/${file}`, { signal: AbortSignal.timeout(patienceMs) })
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
      return answer.text()
    }),
    async now(fresh = false) {
      if (fresh || performance.now() - askedAt > freshMs) {
        asking ??= ask(fresh || known.build === null ? longPatienceMs : patienceMs)
        await asking
      }
      return known
    },
  }
}

const keptMs = 30 * 24 * 60 * 60_000

/**
 * Puts a build beside those before it in a folder that outlives them, so that tabs still open on an old one find their
 * files. What no start has touched for thirty days is taken away.
 */
export const keepBuild = (distFolder: string, buildsFolder: string): void => {
  cpSync(distFolder, buildsFolder, { recursive: true })
  const now = new Date()
  for (const file of readdirSync(join(distFolder, 'assets'))) utimesSync(join(buildsFolder, 'assets', file), now, now)
  for (const file of readdirSync(join(buildsFolder, 'assets'))) {
    const path = join(buildsFolder, 'assets', file)
    if (now.getTime() - statSync(path).mtimeMs > keptMs) rmSync(path)
  }
}
