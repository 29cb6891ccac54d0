import type { AssumedState, CommandHandler, EventMetadata } from '@tuma/platform/event-sourcing'
import { openKeyedMutex } from '@tuma/platform/runtime'
import { accountStream } from '../dependencies.ts'
import type { Account, AccountEvent } from '../domain/account.ts'
import type { AccountCommand } from '../domain/account-decisions.ts'

/** The last known state of an account's stream, and which commands it holds. */
type Snapshot = AssumedState<Account | null> & { readonly commands: Set<string> }

type Completed = {
  readonly ownerId: string
  readonly deliveryId: string
  readonly points: number
  readonly at: string
}

/** The number of command ids that are kept, some ten megabytes. */
const maxHeld = 100_000

/**
 * Points for the sender of a parcel. A shop's account has an event for each parcel that it ever sent, so its state is
 * kept instead of read each time. Commands of one account run one after another, because parallel appends would
 * conflict.
 */
export const openEarning = (accounts: CommandHandler<Account | null, AccountCommand, AccountEvent>) => {
  const snapshots = openSnapshots()
  const runExclusive = openKeyedMutex()

  return ({ ownerId, deliveryId, points, at }: Completed, metadata: EventMetadata): Promise<void> =>
    runExclusive([ownerId], async () => {
      const { commandId } = metadata
      const snapshot = snapshots.take(ownerId)
      const assumed = snapshot && !snapshot.commands.has(commandId) ? snapshot : undefined
      const command = { type: 'EarnPoints', deliveryId, points, at } as const
      const { state, revision, past } = await accounts(accountStream(ownerId), command, metadata, assumed)
      const commands = past ? new Set(past.map((event) => event.metadata.commandId)) : snapshot?.commands.add(commandId)
      if (commands) snapshots.keep(ownerId, { state, revision, commands })
    })
}

/** A state that is taken and not given back is dropped, because the append may or may not have happened. */
const openSnapshots = () => {
  /** The least recently used first. */
  const known = new Map<string, Snapshot>()
  let held = 0
  const getWeight = ({ commands }: Snapshot) => commands.size + 1

  const take = (accountId: string): Snapshot | null => {
    const snapshot = known.get(accountId) ?? null
    if (snapshot && known.delete(accountId)) held -= getWeight(snapshot)
    return snapshot
  }
  return {
    take,
    keep(accountId: string, snapshot: Snapshot): void {
      known.set(accountId, snapshot)
      held += getWeight(snapshot)
      for (const oldest of known.keys()) {
        if (held <= maxHeld || known.size === 1) return
        take(oldest)
      }
    },
  }
}
