import { cp, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { GrownOnRealEngines } from '@tuma/grown/testing'
import { keptBy, namesOf } from '@tuma/one-process/read-models'
import { rebuildView } from '@tuma/one-process/rebuild-view'
import { type EngineSettings, engineSettings, openEngines } from '@tuma/platform/engines'
import { readSettings } from '@tuma/platform/runtime'
import { hashOfViews } from '@tuma/simulation/view-hashes'
import { type Running, runningOn } from './running.ts'

type Hashes = ReadonlyMap<string, string>
/** For so long Redis says of a process that it reads its rows, after it has said so last. */
const inUseMs = 6000
const services = Object.keys(keptBy)

/** Of a stopped product. */
const hashesOf = async (settings: EngineSettings, among = services): Promise<Hashes> => {
  const engines = await openEngines(settings)
  return hashOfViews(engines, among).finally(() => engines.close())
}

/** For a product beside the one that people use: nothing of its goes out. */
export const withoutProvider = ({ AT_USERNAME, AT_API_KEY, AT_BASE_URL, ...others }: Running['settings']) => others

const emptied = async (settings: EngineSettings, service: string): Promise<void> => {
  const kept = keptBy[service]
  for (const view of kept ? namesOf(kept) : []) await rebuildView([service, view], settings)
}

const different = (before: Hashes, after: Hashes): string[] =>
  [...before].flatMap(([name, hash]) => (after.get(name) === hash ? [] : [`${name} is not what a rebuild makes`]))

/** Filled anew from the first event on, every read model has the same rows. On a copy, from which nothing is sent. */
export const checkRebuilt = async ({ folder, settings }: Running): Promise<string[]> => {
  const copy = `${folder}-rebuilt`
  await cp(folder, copy, { recursive: true })
  try {
    const ofCopy = readSettings(engineSettings, { DATA_DIR: copy })
    const before = await hashesOf(ofCopy)
    for (const service of services) await emptied(ofCopy, service)
    const again = await runningOn(copy, withoutProvider(settings))
    await again.start()
    await again.end('SIGTERM')
    return different(before, await hashesOf(ofCopy))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The same of processes of their own: theirs are emptied themselves. Afterwards they have ended. */
export const checkGrownRebuilt = async (product: GrownOnRealEngines): Promise<string[]> => {
  const hashes = async (): Promise<Hashes> => {
    const each = services.map(async (service) => [...(await hashesOf(product.enginesOf(service), [service]))])
    return new Map((await Promise.all(each)).flat())
  }
  await product.stop()
  await pause(inUseMs)
  const before = await hashes()
  for (const service of services) await emptied(product.enginesOf(service), service)
  await product.start()
  await product.stop()
  return different(before, await hashes())
}
