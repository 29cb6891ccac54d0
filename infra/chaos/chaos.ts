import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ShippedMoment } from './backup/moments.ts'
import { openBackupPlace, toShippingSettings } from './backup/place.ts'
import { placeFaults } from './backup/place-faults.ts'
import { checkRestored } from './backup/restored.ts'
import { faults, mountDisk } from './faults.ts'
import type { Ledger } from './ledger.ts'
import { openMpesa } from './money/mpesa.ts'
import { pickShuffled } from './pick-shuffled.ts'
import { openProductProcess } from './product-process.ts'
import { checkRebuilt } from './rebuild-checks.ts'
import {
  type Figures,
  openRoundContext,
  type RoundContext,
  runRound,
  settingsWithMpesa,
  waitForChanges,
} from './round.ts'
import { openRunResult } from './run-result.ts'
import { openSmsProvider } from './sms-provider.ts'
import { anyChange, injectOrReport, storeFaults } from './store-faults.ts'
import { openStore, toStoreKind } from './stores.ts'

/**
 * Kills and disturbs the product, as a process of its own, while people send, pay and move parcels, round after round:
 * `npm run chaos -- [--rounds 5
 * each] [--seed 1] [--changes 200] [--fault 'disk full']`. `each` plays each fault once; `--fault killed --kills 9`
 * kills nine times a round. With `--store eventstoredb` or `mongodb` the product keeps its events or its documents
 * there, and the faults are that store's. Exit code 1 if data were lost, an effect came twice, work has stopped, or a
 * sum is wrong.
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
    /** Of a round of the fault `killed`: between two kills a few changes are acknowledged. */
    kills: { type: 'string', default: '1' },
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
const changesBetweenKills = 5
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
  // Other engines have their own backup.
  const place = store ? null : await openBackupPlace()
  const product = await openProductProcess(folder, {
    ...settingsWithMpesa(sms.url, mpesa),
    ...store?.getSettings('the product'),
    ...(place ? toShippingSettings(place) : {}),
  })
  const close = async (): Promise<void> => {
    await product.end('SIGKILL')
    await Promise.all([sms.close(), mpesa.close(), store?.close(), place?.close()])
    if (result.isWrong()) keepAsEvidence(folder)
    unmount?.()
    rmSync(disk, { recursive: true, force: true })
  }
  try {
    await product.start()
    const context = await openRoundContext(product.url, { sms, mpesa, seed: number, ...ofMongoDb })
    return { product, store, place, context, canBeFull: unmount !== null, close }
  } catch (error) {
    await close()
    throw error
  }
}
type Installation = Awaited<ReturnType<typeof openInstallation>>

/** Returns moments of the round whose restore is compared with what was acknowledged until then. */
type Round = readonly [name: string, inject: (installation: Installation) => Promise<readonly ShippedMoment[]>]

const ofProduct: readonly Round[] = faults.map(([name, inject]) => [
  name,
  async ({ product, context }) => {
    const { sms, chance } = context
    await inject({ product, sms, chance })
    for (let kills = name === 'killed' ? Number(values.kills) : 1; kills > 1; kills -= 1) {
      await waitForChanges(context, changesBetweenKills)
      await inject({ product, sms, chance })
    }
    return []
  },
])

const ofPlace: readonly Round[] = placeFaults.map(([name, inject]) => [
  name,
  async ({ product, place, context }) => (place ? inject({ product, place, context }) : []),
])

const ofStore: readonly Round[] = storeFaults.map(([name, inject]) => [
  name,
  async ({ product, store, context: { chance, ledger } }) => {
    const { start } = product
    const kill = () => product.end('SIGKILL')
    const ended = () => product.ended(endsWithinMs)
    const changeOn = () => anyChange(ledger)
    if (store) await injectOrReport(inject, { store, chance, ledger, changeOn, product: { kill, start, ended } })
    return []
  },
])

const printShipped = (ledger: Ledger, bytes: number): void => {
  const parcels = ledger.parcels().length
  console.log(`   ${(bytes / 1000 / parcels).toFixed(1)} kB were shipped a parcel, ${parcels} parcels`)
}

/** Where each fault comes once, a place's is restored to one of its moments; three faults of places see all kinds. */
const selectRestored = ({ chance }: RoundContext, moments: readonly ShippedMoment[]): readonly ShippedMoment[] =>
  values.rounds === 'each' && moments.length > 0 ? [chance.among(moments)] : moments

const oneRound = async (installation: Installation, [, inject]: Round): Promise<Figures> => {
  const { product, context, store, place } = installation
  let moments: readonly ShippedMoment[] = []
  const figures = await runRound(context, Number(values.changes), async () => {
    moments = await inject(installation)
  })
  await product.end('SIGTERM')
  if (place) printShipped(context.ledger, place.bytesOfParcels())
  const rebuilt = await checkRebuilt(product, store).catch(({ message }: Error) => [`no rebuild: ${message}`])
  const wrong = [...figures.wrong, ...rebuilt]
  for (const moment of selectRestored(context, moments))
    wrong.push(...(await checkRestored(product, moment).catch(({ message }: Error) => [`no restore: ${message}`])))
  if (wrong.length > 0) console.log(`The product said:\n${product.said()}`)
  return { ...figures, wrong }
}

const selectAble = ({ canBeFull, store }: Installation): readonly Round[] => {
  const all = store ? ofStore : [...ofProduct, ...ofPlace]
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
