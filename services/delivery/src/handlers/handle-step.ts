import type { CommandContext } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Recorded } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import type { Asker } from '../domain/asker.ts'
import type { DeliveryEvent } from '../domain/delivery.ts'
import { type DeliveryCommand, delivery } from '../domain/delivery-decisions.ts'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { toShownRow } from '../domain/shown-row.ts'
import { withRiderOfToday } from '../lists/riders-of-today.ts'
import { toAsker } from './askers.ts'

/** Handles a command and answers with the row as the command leaves it. */
export const openStepHandler = ({
  streams,
  buildMetadata,
  network,
}: Pick<Dependencies, 'streams' | 'buildMetadata' | 'network'>) => {
  const handle = streams.getHandler(delivery)
  return async (
    { asked, deliveryId }: { asked: CommandContext; deliveryId: string },
    toCommand: (by: Asker, at: string) => DeliveryCommand,
  ) => {
    const metadata = buildMetadata(asked)
    const asker = toAsker(asked.actor)
    const { past } = await handle(`delivery-${deliveryId}`, toCommand(asker, metadata.at), metadata)
    return { delivery: toShownRow(asker, await withRiderOfToday(network.rider, rowFrom(past ?? []))) }
  }
}

/** The row from the stream itself: right even when the read models are behind. */
export const rowFrom = (past: readonly Recorded<DeliveryEvent>[]): DeliveryRow => {
  const row = past.reduce<DeliveryRow | null>((row, event) => deliveriesView.project(row, event, ''), null)
  if (!row) throw new Refused('not_found')
  return row
}
