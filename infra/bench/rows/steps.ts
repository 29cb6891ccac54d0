import { openLedger, type Parcel } from '@tuma/chaos/ledger'
import { moveParcel, paySendDukani, sendDoorstep, type Task, writeTillMessage } from '@tuma/chaos/parcel-tasks'
import { startControl } from '../controls/running-control.ts'
import { openInstallation } from '../installation.ts'
import { getCost } from '../measuring/cost.ts'
import { computeMedian, ms } from '../measuring/figures.ts'
import { atOnce, upTo } from '../measuring/http-client.ts'
import type { Figures } from '../results.ts'
import { keptByControl } from './posting.ts'

const people = 16
const parcels = 160

/** Repeated until it is taken. @returns the next task */
export const done = async (task: Task): Promise<Task | null> => {
  for (;;) {
    const answer = await task.ask()
    if (answer.status < 300) return task.onAnswer(answer)
    if (answer.status !== 503) throw new Error(`${task.what} was answered ${answer.status}`)
  }
}

/** Each is the only step that its shop can take with a parcel in that state. */
const steps = [
  ['assign', 'doorstep', 'uncollected'],
  ['drop', 'dukani', 'dropping'],
  ['in transit', 'dukani', 'uncollected'],
  ['delivered', 'dukani', 'inTransit'],
  ['collected', 'dukani', 'delivered'],
] as const
type Step = (typeof steps)[number][0]

/** Row 8: each step of agents, 16 at once, against a durable insert. */
export const agentSteps = async (rounds: number): Promise<Figures> => {
  const [installation, control] = [await openInstallation(), await startControl()]
  const context = { network: installation.network, ledger: openLedger(), payByHand: writeTillMessage }
  const [ours, controls] = [new Map<Step, number[]>(), [] as number[]]
  let number = 0

  const request = async (): Promise<void> => {
    number += 1
    // Others count on while this one waits.
    const own = number
    const paid = await done(paySendDukani(context, own))
    if (paid) await done(paid)
    await done(sendDoorstep(context, own))
  }
  const taken = (kind: Parcel['kind'], status: Parcel['status']) => async (): Promise<number> => {
    const those = context.ledger.parcels().filter((one) => one.kind === kind && one.status === status && !one.busy)
    await atOnce(people, those, async (parcel) => {
      const step = moveParcel(context, parcel)
      if (step) await done(step)
      // A rider is assigned once, and the steps after that are not measured here.
      parcel.busy = kind === 'doorstep'
    })
    return those.length
  }
  try {
    await keptByControl(control, people, 2000)()
    for (let round = 0; round < rounds; round += 1) {
      await atOnce(people, upTo(parcels), request)
      for (const [step, kind, status] of steps) {
        const { cpuMs } = await getCost(installation, taken(kind, status))
        ours.set(step, [...(ours.get(step) ?? []), cpuMs])
      }
      controls.push((await getCost(control, keptByControl(control, people, 4000))).cpuMs)
    }
  } finally {
    await installation.close()
    await control.close()
  }
  const controlMs = computeMedian(controls)
  const each = [...ours].map(([step, costs]): [Step, number] => [step, computeMedian(costs)])
  const shown = each.map(([step, cpuMs]) => `${step} ${Math.round(cpuMs / controlMs)}× (${ms(cpuMs)} ms)`).join(', ')
  return { 8: { shown, figures: { controlMs, ...Object.fromEntries(each) } } }
}
