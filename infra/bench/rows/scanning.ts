import { openLedger, type Parcel } from '@tuma/chaos/ledger'
import { moveParcel, paySendDukani, writeTillMessage } from '@tuma/chaos/parcel-tasks'
import { openInstallation } from '../installation.ts'
import { getCost } from '../measuring/cost.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { atOnce, upTo } from '../measuring/http-client.ts'
import type { Figures } from '../results.ts'
import { done } from './steps.ts'

const people = 8
const parcels = 200
const codesACall = 100

/** Row 27: a van of parcels arrives by two scans, against as many presses, eight at once as a scan does them. */
export const scanning = async (rounds: number): Promise<Figures> => {
  const installation = await openInstallation()
  const context = { network: installation.network, ledger: openLedger(), payByHand: writeTillMessage }
  const [scans, presses, walls] = [[] as number[], [] as number[], [] as number[]]
  let number = 0

  const send = async (): Promise<void> => {
    number += 1
    const paid = await done(paySendDukani(context, number))
    if (paid) await done(paid)
  }
  const coming = (): Parcel[] => context.ledger.parcels().filter(({ status }) => status === 'inTransit')
  const bring = async (): Promise<void> => {
    await atOnce(people, upTo(parcels), send)
    const sent = context.ledger.parcels().filter(({ status }) => status === 'dropping')
    await atOnce(people, sent, async (parcel) => {
      for (const _ of ['drop', 'in transit']) {
        const step = moveParcel(context, parcel)
        if (step) await done(step)
      }
    })
  }
  const press = async (): Promise<number> => {
    const those = coming()
    await atOnce(people, those, async (parcel) => {
      const step = moveParcel(context, parcel)
      if (step) await done(step)
    })
    return those.length
  }
  const scan = async (): Promise<number> => {
    const those = coming()
    for (let from = 0; from < those.length; from += codesACall) {
      const codes = those.slice(from, from + codesACall).map(({ trackingId: code }) => ({ code }))
      const { status, body } = await installation.network.receiving.post('/api/agent/scan-in', { codes })
      const arrived = status === 200 ? body.filter(({ verdict }: { verdict: string }) => verdict === 'arrived') : []
      if (arrived.length !== codes.length) throw new Error(`${arrived.length} of ${codes.length} parcels arrived`)
    }
    for (const parcel of those) parcel.status = 'delivered'
    return those.length
  }
  try {
    await bring()
    await press()
    for (let round = 0; round < rounds; round += 1) {
      await bring()
      presses.push((await getCost(installation, press)).cpuMs)
      await bring()
      let wallMs = 0
      const cost = await getCost(installation, async () => {
        const from = performance.now()
        const count = await scan()
        wallMs = performance.now() - from
        return count
      })
      scans.push(cost.cpuMs)
      walls.push(wallMs)
    }
  } finally {
    await installation.close()
  }
  const [scanMs, pressMs, wallMs] = [computeMedian(scans), computeMedian(presses), computeMedian(walls)]
  const shown = `${(scanMs / pressMs).toFixed(2)}× (${ms(scanMs)} against ${ms(pressMs)} ms), ${parcels} in ${(wallMs / 1000).toFixed(1)} s`
  return { 27: { shown, figures: { scanMs, pressMs, wallMs } } }
}
