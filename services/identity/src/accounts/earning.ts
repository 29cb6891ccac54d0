import type { CommandHandler, EventMetadata, Supposed } from '@tuma/platform/event-sourcing'
import { turnsByKey } from '@tuma/platform/runtime'
import { accountStream } from '../dependencies.ts'
import type { Account, AccountEvent } from '../domain/account.ts'
import type { AccountCommand } from '../domain/account-decisions.ts'

/** An account's stream, and which commands stand in it. */
type Standing = Supposed<Account | null> & { readonly commands: Set<string> }

type Completed = {
  readonly ownerId: string
  readonly deliveryId: string
  readonly points: number
  readonly at: string
}

/** Ids of commands, some ten megabytes. */
const maxHeld = 100_000

/**
 * Points for whoever sent a parcel. A shop's stream has an event for each parcel that it ever sent: it is not read for each,
 * but remembered as it stood, and what is earned at once is earned in turn, for two would overtake each other.
 */
export const openEarning = (accounts: CommandHandler<Account | null, AccountCommand, AccountEvent>) => {
  const standings = openStandings()
  const inTurn = turnsByKey()

  return ({ ownerId, deliveryId, points, at }: Completed, metadata: EventMetadata): Promise<void> =>
    inTurn([ownerId], async () => {
      const { commandId } = metadata
      const stood = standings.take(ownerId)
      const supposed = stood && !stood.commands.has(commandId) ? stood : undefined
      const command = { type: 'EarnPoints', deliveryId, points, at } as const
      const { state, revision, past } = await accounts(accountStream(ownerId), command, metadata, supposed)
      const commands = past ? new Set(past.map((event) => event.metadata.commandId)) : stood?.commands.add(commandId)
      if (commands) standings.keep(ownerId, { state, revision, commands })
    })
}

/** What is taken and not given back, since nobody knows how it stands, is forgotten. */
const openStandings = () => {
  /** The longest ago first. */
  const known = new Map<string, Standing>()
  let held = 0
  const getWeight = ({ commands }: Standing) => commands.size + 1

  const take = (accountId: string): Standing | null => {
    const stood = known.get(accountId) ?? null
    if (stood && known.delete(accountId)) held -= getWeight(stood)
    return stood
  }
  return {
    take,
    keep(accountId: string, standing: Standing): void {
      known.set(accountId, standing)
      held += getWeight(standing)
      for (const oldest of known.keys()) {
        if (held <= maxHeld || known.size === 1) return
        take(oldest)
      }
    },
  }
}
