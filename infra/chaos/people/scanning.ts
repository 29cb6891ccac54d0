import type { Parcel } from '../ledger.ts'
import { command, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

/** The steps of a parcel to a shop that an agent takes by a scan instead of a press. */
const scans = {
  dropping: { by: 'sending', to: 'uncollected' },
  inTransit: { by: 'receiving', to: 'delivered' },
} as const
type Scannable = keyof typeof scans

export const isScannable = (parcel: Parcel): parcel is Parcel & { status: Scannable } =>
  parcel.kind === 'dukani' && parcel.status in scans

/** An agent's scanner reads the code twice, so that a repeated scan is part of each. */
export const scanIn = ({ network, ledger }: TaskContext, parcel: Parcel & { status: Scannable }): Task => {
  const { by, to } = scans[parcel.status]
  const { trackingId: code } = parcel
  parcel.busy = true
  return {
    what: `${code} scanned in`,
    ask: command(network[by], 'POST', '/api/agent/scan-in', { codes: [{ code }, { code }] }),
    onAnswer({ body }) {
      const moved: Parcel = parcel
      moved.busy = false
      moved.status = to
      moved.reached = to
      for (const { verdict, delivery } of body)
        if (delivery?.status !== to) ledger.reportWrong(`${code} is ${delivery?.status} (${verdict}), scanned at ${to}`)
      ledger.count(`scanned in: ${to}`)
      return null
    },
  }
}
