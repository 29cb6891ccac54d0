import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** What becomes of a deleted account's parcels: they go their way to the end, then nobody knows any more whose they were. */
export type ErasureEvent =
  | DomainEvent<'ErasureDue', { readonly accountId: string; readonly dueBy: string }>
  /** Its key is gone here. Said in parts where it sent more than fits into one event. */
  | DomainEvent<'AccountParcelsEnded', { readonly accountId: string; readonly paymentIds: readonly string[] }>

export type ErasureCommand =
  | { readonly type: 'AwaitErasure'; readonly accountId: string; readonly deletedAt: string }
  | { readonly type: 'EndErasure'; readonly accountId: string; readonly paymentIds: readonly string[] }

/** Then it is erased, whatever its parcels do. */
const waitsMostMs = 30 * 24 * 60 * 60_000
const partSize = 1000

export const erasureStream = (accountId: string): string => `erasure-${accountId}`
/** Whose key seals what was sent with an account. */
export const accountPerson = (accountId: string): string => `account:${accountId}`
/**
 * Whose key seals what belongs to a parcel's receiver, or to its sender without an account. Another parcel of the same payment is
 * in the same stream: its people have keys of their own, because a destroyed key seals nothing again.
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
