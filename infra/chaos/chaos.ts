import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { visitor } from '@tuma/one-process/visitor'
import { chanceOf } from './chance.ts'
import { checkRebuilt, checkRunning } from './checks.ts'
import { faults, mountDisk } from './faults.ts'
import { openLedger } from './ledger.ts'
import { mixedLoad } from './load.ts'
import { owner, setUp } from './network.ts'
import { openSmsProvider } from './provider.ts'
import { runningOn } from './running.ts'

/**
 * The product as a process of its own, under people who send and move parcels, is killed and worse, round after round:
 * `npm run chaos -- [--rounds 5] [--seed 1] [--fault 'disk full']`. Ends with 1 where anything was lost, came twice or
 * stands still.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const acknowledgedMost = 200
/** Then an installation is full enough: the next rounds have one of their own. */
const roundsOfOne = 20
/** For SMS that wait for their next attempt, and read models that fill; what takes longer stands still. */
const patienceMs = 180_000
const plenty = '1000000'

const settings = (smsAt: string) => ({
  ...owner,
  SEED: 'none',
  LOG_LEVEL: 'error',
  POSTS_PER_MINUTE: plenty,
  ACCOUNT_UNPAID_PER_DAY: plenty,
  ACCOUNT_REQUESTS_PER_DAY_TO_PHONE: plenty,
  SMS_DAILY_BUDGET: plenty,
  SEND_BACKOFF_MS: '200',
  AT_USERNAME: 'chaos',
  AT_API_KEY: 'chaos',
  AT_BASE_URL: smsAt,
})

const openInstallation = async (seed: number) => {
  const disk = mkdtempSync(join(tmpdir(), 'tuma-chaos-'))
  const unmount = mountDisk(disk, '512m')
  const folder = join(disk, 'data')
  mkdirSync(folder, { mode: 0o700 })
  const sms = await openSmsProvider()
  const product = await runningOn(folder, settings(sms.url))
  await product.start()
  const network = await setUp(() => visitor(product.url))
  const ledger = openLedger()
  const chance = chanceOf(seed)
  return {
    ...{ product, sms, network, ledger, chance, canBeFull: unmount !== null },
    load: mixedLoad({ network, ledger }, chance),
    async close(): Promise<void> {
      await product.end('SIGKILL')
      await sms.close()
      unmount?.()
      rmSync(disk, { recursive: true, force: true })
    },
  }
}
type Installation = Awaited<ReturnType<typeof openInstallation>>

const oneRound = async (
  installation: Installation,
  [, bring]: (typeof faults)[number],
): Promise<{ readonly acknowledged: number; readonly twice: number; readonly wrong: readonly string[] }> => {
  const { ledger, load, product, network, sms, chance } = installation
  const before = ledger.acknowledged()
  const sinceThen = () => ledger.acknowledged() - before
  let over = false
  const running = load.run(() => over && sinceThen() >= acknowledgedMost)
  const when = 20 + chance.upTo(acknowledgedMost - 40)
  while (sinceThen() < when && ledger.wrong.length === 0) await pause(5)
  try {
    await bring({ product, sms, chance })
  } finally {
    over = true
  }
  await running
  const { wrong, figures } = await checkRunning(network, ledger, sms, patienceMs)
  await product.end('SIGTERM')
  const rebuilt = await checkRebuilt(product)
  if (wrong.length + rebuilt.length > 0) console.log(`The product said:\n${product.said()}`)
  return { acknowledged: sinceThen(), twice: figures.twice, wrong: [...wrong, ...rebuilt] }
}

const began = performance.now()
const seconds = () => Math.round((performance.now() - began) / 1000)
const first = Number(values.seed)
let installation: Installation | null = null
let [acknowledged, twice, failed, kept] = [0, 0, 0, 0]
try {
  for (let round = 0; round < rounds && failed === 0; round += 1) {
    if (round % roundsOfOne === 0) {
      await installation?.close()
      installation = await openInstallation(first + round)
      kept = 0
    } else await installation?.product.start()
    if (!installation) break
    const { canBeFull } = installation
    const asked = values.fault ? faults.filter(([name]) => name === values.fault) : faults
    const able = asked.filter(([name]) => canBeFull || name !== 'disk full')
    const fault = able[round % able.length]
    if (!fault) throw new Error(`There is no fault ${values.fault}: ${faults.map(([name]) => name).join(', ')}`)
    const figures = await oneRound(installation, fault)
    acknowledged += figures.acknowledged
    twice += figures.twice - kept
    kept = figures.twice
    console.log(`${round + 1}. ${fault[0]}: ${figures.acknowledged} acknowledged, ${seconds()} s`)
    for (const what of figures.wrong.slice(0, 20)) console.log(`   WRONG ${what}`)
    failed += figures.wrong.length
  }
} finally {
  await installation?.close()
}
console.log(
  `${acknowledged} changes acknowledged in ${seconds()} s; wrong: ${failed}; SMS that went out twice: ${twice}`,
)
if (failed > 0) process.exitCode = 1
