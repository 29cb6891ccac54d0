import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startGrownOnRealEngines } from '@tuma/grown/testing'
import { freePort } from '@tuma/platform/runtime'
import { openMpesa } from './money/mpesa.ts'
import { openSmsProvider } from './provider.ts'
import { checkGrownRebuilt } from './rebuilt.ts'
import { openTown, roundUnderLoad, settingsWithMpesa } from './round.ts'
import { openTally } from './tally.ts'
import { inTurns } from './turns.ts'

/**
 * The same of processes of their own, on a real Kafka and Redis: in each round one process, an engine or all processes are
 * killed under load and started again; with `--rebuilt` all are stopped and rebuilt at the end:
 * `node infra/chaos/grown.ts [--rounds 3] [--seed 1] [--changes 200] [--rebuilt]`.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '200' },
    rebuilt: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const services = ['delivery', 'bff', 'identity', 'payment', 'notification', 'revenue', 'shell'] as const
const victims = [...services, 'all', 'Kafka', 'Redis'] as const

const tally = openTally({ seed, form: 'grown' })
const [sms, mpesa] = [await openSmsProvider(), await openMpesa(seed)]
const port = await freePort()
const product = await startGrownOnRealEngines({
  ...settingsWithMpesa(sms.url, mpesa),
  PORT: String(port),
  DARAJA_CALLBACK_URL: `http://127.0.0.1:${port}`,
})

/** kill -9, and up again a moment later. Engines that were given are not ours to kill. */
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

try {
  const town = await openTown(product.url, sms, mpesa, seed)
  for (let round = 0; round < Number(values.rounds) && !tally.isWrong(); round += 1) {
    const victim = inTurns(victims, `victims ${seed}`, round)
    const awayMs = town.chance.below(1000)
    const figures = await roundUnderLoad(town, Number(values.changes), () => outage(victim, awayMs))
    tally.count(`${victim} killed`, figures, town.ledger)
  }
  if (values.rebuilt && !tally.isWrong()) tally.add(await checkGrownRebuilt(product))
} finally {
  await product.close()
  await Promise.all([sms.close(), mpesa.close()])
}
tally.end()
