import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faults, mountDisk } from './faults.ts'
import { openSmsProvider } from './provider.ts'
import { checkRebuilt } from './rebuilt.ts'
import { type Figures, openTally, openTown, roundUnderLoad, settingsOf } from './round.ts'
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
/** Then an installation is full enough: the next rounds have one of their own. */
const roundsOfOne = 20

const openInstallation = async (seed: number) => {
  const disk = mkdtempSync(join(tmpdir(), 'tuma-chaos-'))
  const unmount = mountDisk(disk, '512m')
  const folder = join(disk, 'data')
  mkdirSync(folder, { mode: 0o700 })
  const sms = await openSmsProvider()
  const product = await runningOn(folder, settingsOf(sms.url))
  await product.start()
  return {
    product,
    town: await openTown(product.url, sms, seed),
    canBeFull: unmount !== null,
    async close(): Promise<void> {
      await product.end('SIGKILL')
      await sms.close()
      unmount?.()
      rmSync(disk, { recursive: true, force: true })
    },
  }
}
type Installation = Awaited<ReturnType<typeof openInstallation>>
type Fault = (typeof faults)[number]

const oneRound = async ({ product, town }: Installation, [, bring]: Fault): Promise<Figures> => {
  const { sms, chance } = town
  const figures = await roundUnderLoad(town, () => bring({ product, sms, chance }))
  await product.end('SIGTERM')
  const wrong = [...figures.wrong, ...(await checkRebuilt(product))]
  if (wrong.length > 0) console.log(`The product said:\n${product.said()}`)
  return { ...figures, wrong }
}

const faultOf = (round: number, canBeFull: boolean): Fault => {
  const asked = values.fault ? faults.filter(([name]) => name === values.fault) : faults
  const able = asked.filter(([name]) => canBeFull || name !== 'disk full')
  const fault = able[round % able.length]
  if (!fault) throw new Error(`There is no fault ${values.fault}: ${faults.map(([name]) => name).join(', ')}`)
  return fault
}

const tally = openTally()
let installation: Installation | null = null
try {
  for (let round = 0; round < Number(values.rounds) && !tally.isWrong(); round += 1) {
    if (installation && round % roundsOfOne > 0) await installation.product.start()
    else {
      await installation?.close()
      installation = await openInstallation(Number(values.seed) + round)
      tally.begins()
    }
    const fault = faultOf(round, installation.canBeFull)
    tally.count(round + 1, fault[0], await oneRound(installation, fault))
  }
} finally {
  await installation?.close()
}
tally.end()
