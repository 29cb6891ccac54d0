import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, faults, mountDisk } from './faults.ts'
import { openMpesa } from './money/mpesa.ts'
import { openSmsProvider } from './provider.ts'
import { checkRebuilt } from './rebuilt.ts'
import { type Figures, openTown, roundUnderLoad, settingsWithMpesa } from './round.ts'
import { runningOn } from './running.ts'
import { openTally } from './tally.ts'
import { inTurns } from './turns.ts'

/**
 * The product as a process of its own, under people who send, pay and move parcels, is killed and worse, round after round:
 * `npm run chaos -- [--rounds 5 | each] [--seed 1] [--changes 200] [--fault 'disk full']`. `each` plays each fault once. Ends
 * with 1 where anything was lost, came twice, stands still, or a sum is wrong.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: 'each' },
    /** Today's, so that CI has another one each day. */
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    /** Acknowledged in a round, at least. */
    changes: { type: 'string', default: '200' },
    fault: { type: 'string' },
  },
})
const seed = Number(values.seed)
/** Then an installation is full enough: the next rounds have one of their own. */
const roundsOfOne = 20

const openInstallation = async (number: number) => {
  const disk = mkdtempSync(join(tmpdir(), 'tuma-chaos-'))
  const unmount = mountDisk(disk, '512m')
  const folder = join(disk, 'data')
  mkdirSync(folder, { mode: 0o700 })
  const [sms, mpesa] = [await openSmsProvider(), await openMpesa(number)]
  const product = await runningOn(folder, settingsWithMpesa(sms.url, mpesa))
  await product.start()
  return {
    product,
    town: await openTown(product.url, sms, mpesa, number),
    canBeFull: unmount !== null,
    async close(): Promise<void> {
      await product.end('SIGKILL')
      await Promise.all([sms.close(), mpesa.close()])
      unmount?.()
      rmSync(disk, { recursive: true, force: true })
    },
  }
}
type Installation = Awaited<ReturnType<typeof openInstallation>>

const oneRound = async ({ product, town }: Installation, [, bring]: Fault): Promise<Figures> => {
  const { sms, chance } = town
  const figures = await roundUnderLoad(town, Number(values.changes), () => bring({ product, sms, chance }))
  await product.end('SIGTERM')
  const wrong = [...figures.wrong, ...(await checkRebuilt(product))]
  if (wrong.length > 0) console.log(`The product said:\n${product.said()}`)
  return { ...figures, wrong }
}

const ableOf = ({ canBeFull }: Installation): readonly Fault[] => {
  const asked = values.fault ? faults.filter(([name]) => name === values.fault) : faults
  if (asked.length === 0)
    throw new Error(`There is no fault ${values.fault}: ${faults.map(([name]) => name).join(', ')}`)
  return asked.filter(([name]) => canBeFull || name !== 'disk full')
}

console.log(`Seed ${seed}: again with --seed ${seed}`)
const tally = openTally({ seed })
let installation: Installation | null = null
try {
  let rounds = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds && !tally.isWrong(); round += 1) {
    if (installation && round % roundsOfOne > 0) await installation.product.start()
    else {
      await installation?.close()
      installation = await openInstallation(seed + round)
      tally.begins()
    }
    const able = ableOf(installation)
    rounds = values.rounds === 'each' ? able.length : Number(values.rounds)
    const fault = inTurns(able, `faults ${seed}`, round)
    tally.count(fault[0], await oneRound(installation, fault), installation.town.ledger)
  }
} finally {
  await installation?.close()
}
tally.end()
