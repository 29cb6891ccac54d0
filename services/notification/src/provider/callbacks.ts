import type { CommandContext } from '@tuma/contracts/services'
import type { OptOuts } from '../marketing/opt-outs.ts'
import { readAfricasTalkingCallback } from './africas-talking-callbacks.ts'
import type { openDeliveryReports } from './delivery-reports.ts'
import type { ReadCallback } from './provider.ts'

/** By the name in their address. Callbacks of a former provider are read too: they may be about an older SMS. */
const readers: Readonly<Record<string, ReadCallback>> = { africastalking: readAfricasTalkingCallback }

type Callback = {
  readonly asked: CommandContext
  readonly provider: string
  readonly path: string
  readonly fields: Parameters<ReadCallback>[1]
}

/** Handles what SMS providers report. */
export const takingCallbacks =
  (deps: {
    readonly optOuts: Pick<OptOuts, 'add'>
    readonly reports: Pick<Awaited<ReturnType<typeof openDeliveryReports>>, 'report'>
  }) =>
  /** @returns false where the provider has no such address. @throws Refused bad_input */
  async ({ asked, provider, path, fields }: Callback): Promise<boolean> => {
    const told = Object.hasOwn(readers, provider) ? readers[provider]?.(path, fields) : null
    if (!told) return false
    if (told.kind === 'optOut') await deps.optOuts.add(asked, told.phone)
    else await deps.reports.report({ asked, ...told.report })
    return true
  }
