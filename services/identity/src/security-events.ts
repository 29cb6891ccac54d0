import type { countedSecurityEvent, SecurityEvent } from '@tuma/contracts/services'
import { getEatDay, type SecurityEventKind } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import { type Collection, type CollectionSpec, type Engines, getWiderNetwork, type Where } from '@tuma/platform/ports'
import type { Counted } from '@tuma/platform/runtime'
import type * as z from 'zod/mini'

/**
 * Who did what. These are documents and no events, because old ones are deleted and many are counted as one. They hold
 * ids and codes only, so that an erased person needs no key here.
 */
export type SecurityEventRow = Counted<Omit<SecurityEvent, 'per'>> & { readonly id: string }

const spec: CollectionSpec = {
  name: 'security-events-v1',
  shape: {
    id: 'text',
    kind: 'text',
    at: 'text',
    lastAt: 'text',
    count: 'number',
    accountId: 'text or null',
    role: 'text or null',
    network: 'text or null',
    what: 'text',
    about: 'text or null',
    outcome: 'text',
  },
  fields: { kind: 'text', accountId: 'text', at: 'text' },
  indexes: [['kind'], ['accountId'], ['kind', 'accountId']],
  counted: [['kind']],
  sortBy: 'at',
}

const keptDays = 400
const dayMs = 24 * 60 * 60_000
const pageSize = 500
/** A list with conditions is counted up to this number. */
const maxCounted = 1000

type Happened = z.infer<typeof countedSecurityEvent>
type Wanted = {
  readonly kind: SecurityEventKind | null
  readonly accountId: string | null
  readonly from: string | null
  readonly to: string | null
  readonly limit: number
  readonly cursor: string | null
}

export type SecurityEvents = Awaited<ReturnType<typeof openSecurityEvents>>

/**
 * A network as it is stored: its /24 or /48, and eight digits of its keyed hash, which identify the same network again.
 * The input comes from `getNetwork`; null stays null.
 */
export const keptNetwork = (hash: (network: string) => string, network: string | null): string | null => {
  if (network === null) return null
  const wider = getWiderNetwork(network)
  const range = network.includes(':') ? `${wider}::/48` : wider === network ? wider : `${wider}.0/24`
  return `${range} #${hash(network).slice(0, 8)}`
}

/** @param hash keyed hash of a network */
export const openSecurityEvents = async (
  { documents }: Pick<Engines, 'documents'>,
  hash: (network: string) => string,
) => {
  const rows: Collection<SecurityEventRow> = await documents.collection(spec)

  /** Another replica may write the same row at the same time, so this adds to the newest version. */
  const addTo = async (id: string, { per: _, ...happened }: Happened): Promise<void> => {
    for (;;) {
      const stands = await rows.getVersioned(id)
      const document = { ...together(stands?.document ?? null, happened), id }
      const version = (stands?.version ?? 0) + 1
      const [taken] = await documents.write([{ collection: spec.name, id, document, version }])
      if (taken) return
    }
  }

  return {
    async add(happened: readonly Happened[]): Promise<void> {
      for (const one of happened) {
        const kept = { ...one, network: keptNetwork(hash, one.network) }
        await addTo(getId(kept), kept)
      }
    },

    async find({ kind, accountId, from, to, limit, cursor }: Wanted) {
      const where: Where = { ...(kind === null ? {} : { kind }), ...(accountId === null ? {} : { accountId }) }
      const between = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
      const within = from === null && to === null ? {} : { between }
      const [page, { count: total, more }] = await Promise.all([
        rows.find({ where, ...within, limit, after: cursor }),
        rows.countUpTo(maxCounted, where, within),
      ])
      return { rows: page.documents, next: page.next, total, more }
    },

    /** @returns how many rows were older than 400 days and were deleted */
    async prune(now: string): Promise<number> {
      const to = new Date(Date.parse(now) - keptDays * dayMs).toISOString()
      let gone = 0
      for (;;) {
        const { documents: old } = await rows.find({ between: { to }, limit: pageSize })
        if (old.length === 0) return gone
        for (const { id } of old) await documents.forget(spec.name, id)
        gone += old.length
      }
    },
  }
}

type AtTheServer = Omit<Happened, 'accountId' | 'role' | 'network'>

/**
 * Adds to the audit log what an operator did on the server without signing in, while no process uses the data.
 * @returns false if these data have no audit log; nothing is written then
 */
export const addToAuditLog = async (engines: Pick<Engines, 'documents'>, done: AtTheServer): Promise<boolean> => {
  if (!(await engines.documents.collections()).includes(spec.name)) return false
  const { add } = await openSecurityEvents(engines, (network) => network)
  await add([{ ...done, accountId: null, role: null, network: null }])
  return true
}

/** Equal events of one minute or day share one id. */
const getId = ({ per, at, kind, accountId, role, network, what, about, outcome }: Happened): string => {
  const time = per === 'day' ? getEatDay(at) : at.slice(0, 'YYYY-MM-DDTHH:MM'.length)
  return derivedId('security event', time, JSON.stringify([kind, accountId, role, network, what, about, outcome]))
}

const together = (stands: SecurityEventRow | null, happened: Omit<Happened, 'per'>): Omit<SecurityEventRow, 'id'> =>
  stands === null
    ? happened
    : {
        ...happened,
        at: stands.at < happened.at ? stands.at : happened.at,
        lastAt: stands.lastAt > happened.lastAt ? stands.lastAt : happened.lastAt,
        count: stands.count + happened.count,
      }
