import type { SecurityEvent } from '@tuma/contracts/services'
import type { Lease, Streams } from '@tuma/platform/event-sourcing'
import type { Collection, Engines } from '@tuma/platform/ports'
import { alwaysSaying, type Log, openCountingBuffer } from '@tuma/platform/runtime'
import { identity } from './dependencies.ts'
import { type AccountRow, accountsView } from './domain/account-views.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import { minutes } from './domain/instant.ts'
import { type IdentityKeys, keyedHash } from './keys.ts'
import { openSecurityEvents, type SecurityEvents } from './security-events.ts'

export type SecurityRecord = Awaited<ReturnType<typeof openSecurityRecord>>

/** The record of security events: what identity and others add, and how admins read it. */
export const openSecurityRecord = async (options: {
  readonly engines: Engines
  readonly streams: Pick<Streams<IdentityEvent>, 'leaseFor' | 'readModel'>
  readonly keys: Pick<IdentityKeys, 'networks'>
  readonly now: () => string
  readonly log: Log
}) => {
  const { engines, streams, keys, now, log } = options
  const events = await openSecurityEvents(engines, (network) => keyedHash(keys.networks, network))
  const say = alwaysSaying(log)
  const onFault = (error: unknown) => log.error({ err: error }, 'security events wait')
  const record = openCountingBuffer<SecurityEvent>({
    write: events.add,
    say: (row) => say(row, 'security event'),
    now,
    onFault,
  })
  const pruning = openPruning(events, streams.leaseFor('security events'), now, onFault)
  return {
    record,
    handlers: createHandlers(events, await streams.readModel(accountsView)),
    async close() {
      await record.close()
      await pruning.close()
    },
  }
}

const createHandlers = (events: SecurityEvents, accountRows: Collection<AccountRow>) => ({
  recordSecurityEvents: identity.recordSecurityEvents.handler(async ({ input }) => {
    await events.add(input.events)
    return {}
  }),

  securityEvents: identity.securityEvents.handler(async ({ input }) => {
    const { rows, ...page } = await events.find(input)
    const accountIds = [...new Set(rows.flatMap(({ accountId, about }) => [accountId ?? [], about ?? []].flat()))]
    const accounts = await Promise.all(accountIds.map((accountId) => accountRows.get(accountId)))
    const names = new Map(accounts.flatMap((row) => (row ? [[row.accountId, row.name]] : [])))
    const nameOf = (accountId: string | null) => names.get(accountId ?? '') ?? null
    const named = rows.map((row) => ({ ...row, name: nameOf(row.accountId), aboutName: nameOf(row.about) }))
    return { rows: named, ...page }
  }),
})

/** The replica with the lease prunes at once, and every hour. */
export const openPruning = (
  events: Pick<SecurityEvents, 'prune'>,
  lease: Lease,
  now: () => string,
  onFault: (error: unknown) => void,
): { close(): Promise<void> } => {
  let pruning: Promise<unknown> = Promise.resolve()
  const prune = async () => (await lease.take()) && events.prune(now())
  const soon = () => {
    pruning = pruning.then(prune).catch(onFault)
  }
  soon()
  const timer = setInterval(soon, minutes(60))
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await pruning
      await lease.release()
    },
  }
}
