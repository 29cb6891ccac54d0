import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startGrownOnRealEngines } from '@tuma/grown/testing'
import { openSmsProvider } from './provider.ts'
import { checkGrownRebuilt } from './rebuilt.ts'
import { openTally, openTown, roundUnderLoad, settingsOf } from './round.ts'

/**
 * The same of processes of their own, on a real Kafka and Redis: one is killed under load and started again, then another,
 * then all at once; with `--rebuilt` all are stopped and rebuilt at the end of a round:
 * `node infra/chaos/grown.ts [--rounds 1] [--seed 1] [--rebuilt]`.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    rebuilt: { type: 'boolean', default: false },
  },
})
const victims = ['delivery', 'bff', 'identity', 'payment', 'notification', 'revenue', 'shell'] as const

const tally = openTally()
const sms = await openSmsProvider()
const product = await startGrownOnRealEngines(settingsOf(sms.url))
try {
  const town = await openTown(product.url, sms, Number(values.seed))
  const { chance } = town
  for (let round = 0; round < Number(values.rounds) && !tally.isWrong(); round += 1) {
    const figures = await roundUnderLoad(town, async () => {
      for (const victim of [chance.among(victims), chance.among(victims), undefined]) {
        await product.kill(victim)
        await pause(chance.below(1000))
        await product.start(victim)
      }
    })
    const different = values.rebuilt ? await checkGrownRebuilt(product) : []
    tally.count(round + 1, 'processes killed', { ...figures, wrong: [...figures.wrong, ...different] })
    if (values.rebuilt) await product.start()
  }
} finally {
  await product.close()
  await sms.close()
}
tally.end()
