import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startGrownOnRealEngines } from '@tuma/grown/testing'
import { keptBy } from '@tuma/one-process/read-models'
import { freePort } from '@tuma/platform/runtime'
import { openMpesa } from './money/mpesa.ts'
import { ownChange } from './own-changes.ts'
import { pickShuffled } from './pick-shuffled.ts'
import { checkGrownRebuilt } from './rebuild-checks.ts'
import { openRoundContext, type RoundContext, runRound, settingsWithMpesa } from './round.ts'
import { openRunResult } from './run-result.ts'
import { openSmsProvider } from './sms-provider.ts'
import { injectOrReport, storeFaults } from './store-faults.ts'
import { openStore, toStoreKind } from './stores.ts'
import { isDone, type Task } from './task.ts'

/**
 * The same for the grown form, on a real Kafka and Redis: in each round one process, an engine or all processes are
 * killed under load and started again; with `--rebuilt` all are stopped and rebuilt at the end:
 * `node infra/chaos/grown.ts [--rounds 3] [--seed 1] [--changes 200] [--rebuilt] [--store eventstoredb
 * mongodb]`.
 * With `--store` all events or documents are stored there, and the faults are that store's.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '200' },
    fault: { type: 'string' },
    rebuilt: { type: 'boolean', default: false },
    store: { type: 'string' },
  },
})
const seed = Number(values.seed)
const storing = Object.keys(keptBy)
const services = ['delivery', 'bff', 'identity', 'payment', 'notification', 'revenue', 'shell'] as const
const victims = [...services, 'all', 'Kafka', 'Redis'] as const
const endWithinMs = 60_000

const result = openRunResult({ seed, form: 'grown', ...(values.store ? { store: values.store } : {}) })
const [sms, mpesa] = [await openSmsProvider(), await openMpesa(seed)]
const store = values.store === undefined ? null : await openStore(toStoreKind(values.store), storing)
const closeOutside = () => Promise.all([sms.close(), mpesa.close(), store?.close()])
const port = await freePort()
const product = await startGrownOnRealEngines(
  {
    ...settingsWithMpesa(sms.url, mpesa),
    PORT: String(port),
    DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}`,
  },
  {},
  (name) => (storing.includes(name) ? store?.getSettings(name) : undefined) ?? {},
).catch(async (error) => {
  await closeOutside()
  throw error
})

/** kill -9, and a new start a moment later. Engines that the environment names are not killed. */
const outage = async (victim: (typeof victims)[number], awayMs: number): Promise<void> => {
  if (victim === 'Kafka' || victim === 'Redis') {
    const { process } = victim === 'Kafka' ? product.kafka : product.redis
    await process?.kill()
    await pause(awayMs)
    await process?.start()
    return
  }
  const name = victim === 'all' ? undefined : victim
  await product.kill(name)
  await pause(awayMs)
  await product.start(name)
}

/** Resolves when each service's process has ended with 1, even if others are started again at that time. */
const servicesEnded = async () => {
  const before = product.said.length
  const until = performance.now() + endWithinMs
  for (;;) {
    const said = product.said.slice(before)
    const left = storing.filter(
      (name) => !said.some((line) => line.startsWith(`${name} ended by itself (exit code 1)`)),
    )
    if (left.length === 0) return { code: 1, said: null }
    if (performance.now() > until) throw new Error(`${left.join(', ')} did not end`)
    await pause(100)
  }
}

const acknowledged = (ask: Task['ask']) => () => ask().then(isDone, () => false)

type Round = readonly [name: string, inject: (context: RoundContext) => Promise<void>]
const rounds: readonly Round[] = store
  ? storeFaults.map(([name, inject]) => [
      `${store.name} ${name}`,
      (context) => {
        const { chance, ledger } = context
        const { start, kill } = product
        const changeOn = (service: string) => acknowledged(ownChange(context, service))
        return injectOrReport(inject, {
          store,
          chance,
          ledger,
          changeOn,
          product: { start, kill, ended: servicesEnded },
        })
      },
    ])
  : victims.map((victim) => [`${victim} killed`, ({ chance }) => outage(victim, chance.below(1000))])
const asked = rounds.filter(([name]) => values.fault === undefined || name === values.fault)
if (asked.length === 0) throw new Error(`There is no fault ${values.fault}: ${rounds.map(([name]) => name).join(', ')}`)

try {
  console.log(`Seed ${seed}: again with --seed ${seed}`)
  const context = await openRoundContext(product.url, { sms, mpesa, seed, writesAtOnce: values.store !== 'mongodb' })
  for (let round = 0; round < Number(values.rounds) && !result.isWrong(); round += 1) {
    const [name, inject] = pickShuffled(asked, `victims ${seed}`, round)
    result.addRound(name, await runRound(context, Number(values.changes), () => inject(context)), context.ledger)
  }
  if (values.rebuilt && !result.isWrong()) result.addFaults(await checkGrownRebuilt(product))
} finally {
  await product.close()
  await closeOutside()
}
result.end()
