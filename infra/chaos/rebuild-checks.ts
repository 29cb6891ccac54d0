import { cp, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { GrownOnRealEngines } from '@tuma/grown/testing'
import { getNames, keptBy } from '@tuma/one-process/read-models'
import { rebuildView } from '@tuma/one-process/rebuild-view'
import { type EngineSettings, engineSettings, openEngines } from '@tuma/platform/engines'
import { showsAll } from '@tuma/platform/event-sourcing'
import { readSettings } from '@tuma/platform/runtime'
import { differences, rowsOfViews, type ViewRows } from '@tuma/simulation/view-rows'
import { openProductProcess, type ProductProcess } from './product-process.ts'
import type { Store } from './stores.ts'

/** For how long Redis shows a process as a reader of its rows after its last sign of life. */
const inUseMs = 6000
const services = Object.keys(keptBy)

/** The rows of a stopped product. */
const getRows = async (settings: EngineSettings, among = services): Promise<ViewRows> => {
  const engines = await openEngines(settings)
  return rowsOfViews(engines, among).finally(() => engines.close())
}

/** Settings for a copy beside the real product: it sends no SMS, does not call M-Pesa, and ships no backup. */
export const withoutProviders = (settings: ProductProcess['settings']): ProductProcess['settings'] =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !/^(AT|DARAJA|BACKUP)_/.test(name)))

/** The copy's clock is this much behind, so that nothing falls due there that was not due in the product. */
const behindMs = -2 * 60_000

const emptyViews = async (settings: EngineSettings, service: string): Promise<void> => {
  const kept = keptBy[service]
  for (const view of kept ? getNames(kept) : []) await rebuildView([service, view], settings)
}

/**
 * Checks that every read model, filled again from the first event on, has the same rows. Uses a copy, which sends
 * nothing.
 * @param store the store of events or documents beside the folder; it is copied too
 */
export const checkRebuilt = async (
  { folder, settings }: ProductProcess,
  store: Pick<Store, 'copy'> | null = null,
): Promise<string[]> => {
  const copy = `${folder}-rebuilt`
  await cp(folder, copy, { recursive: true })
  const storeCopy = await store?.copy()
  try {
    const ofCopy = readSettings(engineSettings, { ...storeCopy?.settings, DATA_DIR: copy })
    const before = await getRows(ofCopy)
    for (const service of services) await emptyViews(ofCopy, service)
    const again = await openProductProcess(copy, { ...withoutProviders(settings), ...storeCopy?.settings })
    again.setClock(behindMs)
    await again.start().catch(async (error) => {
      await again.end('SIGKILL')
      throw error
    })
    await again.end('SIGTERM')
    again.setClock(0)
    return differences(before, await getRows(ofCopy))
  } finally {
    await storeCopy?.close()
    await rm(copy, { recursive: true, force: true })
  }
}

type Stopped = { readonly rows: ViewRows; readonly heads: readonly (number | null)[]; readonly isLate: boolean }

/** Rows and events in each service's own engines, while no process runs. */
const readStopped = async (product: GrownOnRealEngines): Promise<Stopped> => {
  const each = services.map(async (service) => {
    const processEngines = await openEngines(product.getEngines(service))
    const engines = processEngines.of(service)
    const { readModels: views = [] } = keptBy[service] ?? {}
    const [rows, head, isWhole] = await Promise.all([
      rowsOfViews(processEngines, [service]),
      engines.events.head(),
      showsAll({ engines, views }),
    ]).finally(() => processEngines.close())
    return { rows: [...rows], head, isWhole }
  })
  const all = await Promise.all(each)
  return {
    rows: new Map(all.flatMap(({ rows }) => rows)),
    heads: all.map(({ head }) => head),
    isLate: all.some(({ isWhole }) => !isWhole),
  }
}

/** A run may record late messages as events, and then another run must be compared. */
const maxRuns = 6

/**
 * The same for the grown form, whose own read models are emptied. Two stops are compared between which no event was
 * recorded, because a killed process receives others' events late. Afterwards all processes have ended.
 */
export const checkGrownRebuilt = async (product: GrownOnRealEngines): Promise<string[]> => {
  await product.stop()
  let before = await readStopped(product)
  for (let run = 0; run < maxRuns; run += 1) {
    await pause(inUseMs)
    for (const service of services) await emptyViews(product.getEngines(service), service)
    await product.start()
    await product.stop()
    const after = await readStopped(product)
    const isSameHistory = before.heads.every((head, at) => head === after.heads[at])
    if (isSameHistory && !before.isLate && !after.isLate) return differences(before.rows, after.rows)
    before = after
  }
  return [`in ${maxRuns} runs there was always something that had still to be recorded or shown`]
}
