import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tuma/platform/runtime'

/** The shell or a remote as a process of its own. */
export type FrontEndSite = { readonly url: string; start(): Promise<void>; stop(): Promise<void> }

/** @param entry of frontends/shell/server */
export const frontEndSite = async (entry: string, settings: Record<string, string>): Promise<FrontEndSite> => {
  const path = fileURLToPath(new URL(`../../frontends/shell/server/${entry}`, import.meta.url))
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}`
  let running: ChildProcess | null = null
  const site: FrontEndSite = {
    url,
    async start() {
      running = spawn(process.execPath, [path], {
        env: { ...process.env, HOST: '127.0.0.1', PORT, ...settings },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      for (let tries = 0; tries < 300; tries += 1) {
        if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return
        await pause(100)
      }
      throw new Error(`${entry} was not ready within half a minute`)
    },
    async stop() {
      const ending = running
      running = null
      if (!ending || ending.exitCode !== null) return
      const exited = once(ending, 'exit')
      ending.kill('SIGKILL')
      await exited
    },
  }
  await site.start()
  return site
}

const hash = /\.([0-9a-f]{8})\./
const nextHash = (old: string): string => ((Number.parseInt(old.charAt(0), 16) + 1) % 16).toString(16) + old.slice(1)
const computeSeal = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`

/**
 * Changes a build as changed sources would: every file gets another hash, and one text is another. Files that list
 * hashes of others get the new ones.
 */
export const rollOut = (dist: string, [was, is]: readonly [string, string]): void => {
  const assets = readdirSync(join(dist, 'assets')).filter((file) => !file.endsWith('.br'))
  const before = new Map(assets.map((file) => [file, readFileSync(join(dist, 'assets', file), 'utf8')]))
  const hashes = new Set(assets.map((file) => hash.exec(file)?.[1] ?? ''))
  const seals = new Map([...before.values()].map((text) => [computeSeal(text), text]))
  const renewed = (text: string): string =>
    text
      .replaceAll(/[0-9a-f]{8}/g, (found) => (hashes.has(found) ? nextHash(found) : found))
      .replaceAll(was, is)
      .replaceAll(/sha384-[A-Za-z0-9+/]{64}/g, (seal) => {
        const vouchedFor = seals.get(seal)
        return vouchedFor === undefined ? seal : computeSeal(renewed(vouchedFor))
      })

  const integrity: Record<string, string> = {}
  for (const [file, old] of before) {
    const name = `assets/${renewed(file)}`
    const text = renewed(old)
    writeFileSync(join(dist, name), text)
    integrity[name] = computeSeal(text)
  }
  writeFileSync(join(dist, 'integrity.json'), JSON.stringify(integrity))
  rmSync(join(dist, 'mf-manifest.json.br'), { force: true })
  writeFileSync(join(dist, 'mf-manifest.json'), renewed(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')))
}
