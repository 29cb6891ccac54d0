import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** What becomes of a deleted account's parcels: they go on to their end, then the sender is erased from them. */
export type ErasureEvent =
  | DomainEvent<'ErasureDue', { readonly accountId: string; readonly dueBy: string }>
  /** The account's key is destroyed in this service. Recorded in parts if it sent more than fits into one event. */
  | DomainEvent<'AccountParcelsEnded', { readonly accountId: string; readonly paymentIds: readonly string[] }>

export type ErasureCommand =
  | { readonly type: 'AwaitErasure'; readonly accountId: string; readonly deletedAt: string }
  | { readonly type: 'EndErasure'; readonly accountId: string; readonly paymentIds: readonly string[] }

/** After that long the account is erased, even if parcels are still under way. */
const waitsMostMs = 30 * 24 * 60 * 60_000
const partSize = 1000

export const erasureStream = (accountId: string): string => `erasure-${accountId}`
/** The key that seals what was sent with an account. */
export const accountPerson = (accountId: string): string => `account:${accountId}`
/**
 * The key that seals what belongs to a parcel's receiver, or to its sender without an account. Another parcel of the
 * same payment is in the same stream, so its people have their own keys: a destroyed key can't seal again.
 */
export const guestPerson = (trackingId: string, role: 'sender' | 'receiver'): string => `${trackingId}:${role}`

type Erasure = 'none' | 'due' | 'ended'

const decide = (command: ErasureCommand, erasure: Erasure): ErasureEvent[] => {
  const { accountId } = command
  switch (command.type) {
    case 'AwaitErasure': {
      const dueBy = new Date(Date.parse(command.deletedAt) + waitsMostMs).toISOString()
      return erasure === 'none' ? [{ type: 'ErasureDue', data: { accountId, dueBy } }] : []
    }
    case 'EndErasure': {
      if (erasure !== 'due') return []
      const parts = Math.max(1, Math.ceil(command.paymentIds.length / partSize))
      return Array.from({ length: parts }, (_, part) => {
        const paymentIds = command.paymentIds.slice(part * partSize, (part + 1) * partSize)
        return { type: 'AccountParcelsEnded', data: { accountId, paymentIds } }
      })
    }
  }
}

const evolve = (_: Erasure, { type }: ErasureEvent): Erasure => {
  switch (type) {
    case 'ErasureDue':
      return 'due'
    case 'AccountParcelsEnded':
      return 'ended'
  }
}

export const erasure: Decider<Erasure, ErasureCommand, ErasureEvent> = { initialState: 'none', decide, evolve }

export type ErasureRow = { readonly accountId: string; readonly dueBy: string }

/** Deleted accounts that are not erased yet. */
export const erasuresView: View<ErasureEvent, ErasureRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'erasures-v1',
    shape: { accountId: 'text', dueBy: 'text' },
    fields: { dueBy: 'text' },
    indexes: [],
    sortBy: 'dueBy',
  },
  getIds: ({ data }) => [data.accountId],
  project: (_row, { type, data }) => {
    switch (type) {
      case 'ErasureDue':
        return { accountId: data.accountId, dueBy: data.dueBy }
      case 'AccountParcelsEnded':
        return null
    }
  },
}
