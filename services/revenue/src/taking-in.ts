import { type CommandContext, getTrace } from '@tuma/contracts/services'
import { Refused, type RestOfDrawer } from '@tuma/contracts/vocabulary'
import { type CommandHandler, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { openKeyedMutex } from '@tuma/platform/runtime'
import type { BookEvent } from './domain/books-views.ts'
import { type Drawer, type DrawerCommand, type DrawerEvent, drawerStream } from './domain/drawer.ts'
import type { HandOverRow } from './domain/drawer-views.ts'
import { type ShortageRow, shortagesView } from './domain/shortages-view.ts'
import { dayBefore, type ShortageApproval, shortIn } from './domain/taking-in.ts'
import { readNotePerson } from './note-person.ts'

type TakingIn = {
  readonly asked: CommandContext
  readonly agentId: string
  readonly counted: number
  readonly rest: RestOfDrawer
  readonly inDrawer: number
  readonly reason: string
  readonly aloneUpTo: number
  readonly approval: ShortageApproval
}

/**
 * The office takes cash in. What one admin accepts as missing without another is counted over 24 hours: per drawer by
 * its stream, per admin over all drawers by a view, one command after the other in this process.
 */
export const takingIn = (deps: {
  readonly streams: Streams<BookEvent>
  readonly handle: CommandHandler<Drawer, DrawerCommand, DrawerEvent>
  readonly handOvers: Collection<HandOverRow>
  readonly shortages: Collection<ShortageRow>
  readonly now: () => string
}) => {
  const { streams, handle, handOvers, shortages, now } = deps
  const runExclusive = openKeyedMutex()

  const acceptedBy = async (by: string, at: string): Promise<number> => {
    await streams.assertShown([shortagesView], 'the shortages are not all shown')
    const rows = await Array.fromAsync(everyDocument(shortages, { where: { by }, between: { from: dayBefore(at) } }))
    return rows.reduce((sum, { cents }) => sum + cents, 0)
  }

  /** @throws Refused not_allowed, approval_needed, and the refusals of `TakeIn` */
  return async ({ asked, reason, ...counted }: TakingIn) => {
    if (asked.actor.kind !== 'user') throw new Refused('not_allowed')
    const { commandId: handOverId, actor } = asked
    const { agentId, approval, aloneUpTo } = counted
    const by = actor.userId
    const at = asked.at ?? now()
    const short = shortIn(counted)
    return runExclusive([by], async () => {
      const isCounted = short === 0 || approval !== null || (await handOvers.get(handOverId)) !== null
      if (!isCounted && (await acceptedBy(by, at)) + short > aloneUpTo) throw new Refused('approval_needed')
      const note = { personId: await readNotePerson(streams.keys, agentId), reason }
      const command = { type: 'TakeIn', handOverId, by, ...counted, note, at } as const
      const metadata = metadataFrom({ ...asked, actor: getTrace(actor) }, now())
      return handle(drawerStream(agentId), command, metadata)
    })
  }
}
