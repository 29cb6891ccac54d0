import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faults, mountDisk } from './faults.ts'
import { openMpesa } from './money/mpesa.ts'
import { pickShuffled } from './pick-shuffled.ts'
import { openProductProcess } from './product-process.ts'
import { checkRebuilt } from './rebuild-checks.ts'
import { type Figures, openRoundContext, runRound, settingsWithMpesa } from './round.ts'
import { openRunResult } from './run-result.ts'
import { openSmsProvider } from './sms-provider.ts'
import { anyChange, injectOrReport, storeFaults } from './store-faults.ts'
import { openStore, toStoreKind } from './stores.ts'

/**
 * Kills and disturbs the product, as a process of its own, while people send, pay and move parcels, round after round:
 * `npm run chaos -- [--rounds 5
 * each] [--seed 1] [--changes 200] [--fault 'disk full']`. `each` plays each fault once. With `--store eventstoredb` or
 * `mongodb` the product keeps its events or its documents there, and the faults are that store's. Exit code 1 if data
 * were lost, an effect came twice, work has stopped, or a sum is wrong.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: 'each' },
    /** Today's date, so that CI has another seed each day. */
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    /** Acknowledged in a round, at least. */
    changes: { type: 'string', default: '200' },
    fault: { type: 'string' },
    store: { type: 'string' },
  },
})
const seed = Number(values.seed)
const storeKind = values.store === undefined ? null : toStoreKind(values.store)
/**
 * After this many rounds an installation is full enough, and the next rounds get a new one. FerretDB reads whole
 * collections for lists.
 */
const roundsOfOne = storeKind === 'mongodb' ? 3 : 20
/** FerretDB takes one write after the other. */
const ofMongoDb = storeKind === 'mongodb' ? { people: 4, writesAtOnce: false } : { writesAtOnce: true }
const endsWithinMs = 60_000
/** The copy of a data folder in which a check failed. */
const evidence = '.cache/failed-chaos'

const keepAsEvidence = (folder: string): void => {
  rmSync(evidence, { recursive: true, force: true })
  cpSync(folder, evidence, { recursive: true })
}

const openInstallation = async (number: number) => {
  const disk = mkdtempSync(join(tmpdir(), 'tuma-chaos-'))
  const unmount = mountDisk(disk, '512m')
  const folder = join(disk, 'data')
  mkdirSync(folder, { mode: 0o700 })
  const [sms, mpesa] = [await openSmsProvider(), await openMpesa(number)]
  const store = storeKind && (await openStore(storeKind, ['the product']))
  const product = await openProductProcess(folder, {
    ...settingsWithMpesa(sms.url, mpesa),
    ...store?.getSettings('the product'),
  })
  const close = async (): Promise<void> => {
    await product.end('SIGKILL')
    await Promise.all([sms.close(), mpesa.close(), store?.close()])
    if (result.isWrong()) keepAsEvidence(folder)
    unmount?.()
    rmSync(disk, { recursive: true, force: true })
  }
  try {
    await product.start()
    const context = await openRoundContext(product.url, { sms, mpesa, seed: number, ...ofMongoDb })
    return { product, store, context, canBeFull: unmount !== null, close }
  } catch (error) {
    await close()
    throw error
  }
}
type Installation = Awaited<ReturnType<typeof openInstallation>>

type Round = readonly [name: string, inject: (installation: Installation) => Promise<void>]

const ofProduct: readonly Round[] = faults.map(([name, inject]) => [
  name,
  ({ product, context: { sms, chance } }) => inject({ product, sms, chance }),
])

const ofStore: readonly Round[] = storeFaults.map(([name, inject]) => [
  name,
  async ({ product, store, context: { chance, ledger } }) => {
    const { start } = product
    const kill = () => product.end('SIGKILL')
    const ended = () => product.ended(endsWithinMs)
    const changeOn = () => anyChange(ledger)
    if (store) await injectOrReport(inject, { store, chance, ledger, changeOn, product: { kill, start, ended } })
  },
])

const oneRound = async (installation: Installation, [, inject]: Round): Promise<Figures> => {
  const { product, context, store } = installation
  const figures = await runRound(context, Number(values.changes), () => inject(installation))
  await product.end('SIGTERM')
  const rebuilt = await checkRebuilt(product, store).catch(({ message }: Error) => [`no rebuild: ${message}`])
  const wrong = [...figures.wrong, ...rebuilt]
  if (wrong.length > 0) console.log(`The product said:\n${product.said()}`)
  return { ...figures, wrong }
}

const selectAble = ({ canBeFull, store }: Installation): readonly Round[] => {
  const all = store ? ofStore : ofProduct
  const asked = values.fault ? all.filter(([name]) => name === values.fault) : all
  if (asked.length === 0) throw new Error(`There is no fault ${values.fault}: ${all.map(([name]) => name).join(', ')}`)
  return asked.filter(([name]) => canBeFull || name !== 'disk full')
}

console.log(`Seed ${seed}: again with --seed ${seed}`)
const result = openRunResult({ seed, ...(storeKind ? { store: storeKind } : {}) })
let installation: Installation | null = null
try {
  let rounds = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && !result.isWrong(); round += 1) {
    if (installation && round % roundsOfOne > 0) await installation.product.start()
    else {
      await installation?.close()
      installation = await openInstallation(seed + round)
      result.beginInstallation()
    }
    const able = selectAble(installation)
    rounds = values.rounds === 'each' ? able.length : Number(values.rounds)
    const fault = pickShuffled(able, `faults ${seed}`, round)
    result.addRound(fault[0], await oneRound(installation, fault), installation.context.ledger)
  }
} finally {
  await installation?.close()
}
result.end()
