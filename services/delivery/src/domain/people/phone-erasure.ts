import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, RowOf, View } from '@tuma/platform/domain'

/** `key`: a keyed hash of the phone, the only trace of the phone that stays. */
type Of<Data> = Data & { readonly key: string; readonly at: string }

/** The erasure of a phone without an account: at once, or when its parcels have ended and its money is paid out. */
export type PhoneErasureEvent =
  /** `unpaid`: parcels whose price Tuma owes to this phone now, or will owe when they are handed over. */
  | DomainEvent<
      'PhoneErasureDue',
      Of<{
        readonly person: { readonly personId: string; readonly phone: string }
        readonly deliveryIds: readonly string[]
        readonly unpaid: readonly string[]
        readonly dueBy: string
      }>
    >
  /** The price of these parcels was paid out. */
  | DomainEvent<'PhonePaidOut', Of<{ readonly deliveryIds: readonly string[] }>>
  | DomainEvent<'PhoneErasureCancelled', Of<object>>
  /** Recorded in parts if there are more parcels than fit into one event. */
  | DomainEvent<'PhoneErased', Of<{ readonly deliveryIds: readonly string[] }>>

type Command<Type, Data> = Of<Data> & { readonly type: Type }
export type PhoneErasureCommand =
  | Command<
      'AwaitPhoneErasure',
      { readonly phone: string; readonly deliveryIds: readonly string[]; readonly unpaid: readonly string[] }
    >
  | Command<'NotePhonePaidOut', { readonly deliveryIds: readonly string[] }>
  | Command<'CancelPhoneErasure', object>
  | Command<'EndPhoneErasure', { readonly deliveryIds: readonly string[] }>

/** After that long the phone is erased, even if parcels or money are still open. */
const maxWaitMs = 30 * 24 * 60 * 60_000
const partSize = 1000

export const phoneErasureStream = (key: string): string => `phone-${key}`

/** The key that seals the phone while it waits for the `time`th time, from 0. */
const waitingPerson = (key: string, time: number): string => `phone:${key}:${time}`

/** The keys that must be destroyed: of all waits of this phone that are over. */
export const endedWaits = (key: string, { times, due }: Standing): string[] =>
  Array.from({ length: due ? times - 1 : times }, (_, time) => waitingPerson(key, time))

type Due = { readonly personId: string; readonly unpaid: readonly string[]; readonly dueBy: string }
/** `times`: how often an erasure was due. Each wait has a new key, because a destroyed key can't seal again. */
type Standing = { readonly times: number; readonly due: Due | null }

const decide = (command: PhoneErasureCommand, { times, due }: Standing): PhoneErasureEvent[] => {
  const { key, at } = command
  switch (command.type) {
    case 'AwaitPhoneErasure': {
      if (due) return []
      const { phone, deliveryIds, unpaid } = command
      const person = { personId: waitingPerson(key, times), phone }
      const dueBy = new Date(Date.parse(at) + maxWaitMs).toISOString()
      return [{ type: 'PhoneErasureDue', data: { key, person, deliveryIds, unpaid, dueBy, at } }]
    }
    case 'NotePhonePaidOut': {
      const deliveryIds = command.deliveryIds.filter((id) => due?.unpaid.includes(id))
      return deliveryIds.length > 0 ? [{ type: 'PhonePaidOut', data: { key, deliveryIds, at } }] : []
    }
    case 'CancelPhoneErasure':
      if (!due) throw new Refused('not_found')
      return [{ type: 'PhoneErasureCancelled', data: { key, at } }]
    case 'EndPhoneErasure':
      return toParts(command.deliveryIds).map((deliveryIds) => ({
        ...{ type: 'PhoneErased', data: { key, deliveryIds, at } },
      }))
  }
}

const toParts = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(ids.length / partSize)) }, (_, part) =>
    ids.slice(part * partSize, (part + 1) * partSize),
  )

const evolve = (standing: Standing, { type, data }: PhoneErasureEvent): Standing => {
  switch (type) {
    case 'PhoneErasureDue': {
      const { person, unpaid, dueBy } = data
      return { times: standing.times + 1, due: { personId: person.personId, unpaid, dueBy } }
    }
    case 'PhonePaidOut':
      return { ...standing, due: standing.due && { ...standing.due, unpaid: without(standing.due.unpaid, data) } }
    case 'PhoneErasureCancelled':
    case 'PhoneErased':
      return { ...standing, due: null }
  }
}

const without = (unpaid: readonly string[], { deliveryIds }: { readonly deliveryIds: readonly string[] }): string[] =>
  unpaid.filter((id) => !deliveryIds.includes(id))

/** @throws Refused not_found if there is no due erasure to cancel */
export const phoneErasure: Decider<Standing, PhoneErasureCommand, PhoneErasureEvent> = {
  initialState: { times: 0, due: null },
  decide,
  evolve,
}

const shape = {
  key: 'text',
  personId: 'text',
  /** 254…, or `(erased)` where a backup was restored after the erasure. */
  phone: 'text',
  unpaid: { each: 'text' },
  askedAt: 'text',
  dueBy: 'text',
} as const
export type PhoneErasureRow = RowOf<typeof shape>

/** Phones that will be erased when their last parcel has ended. */
export const phoneErasuresView: View<PhoneErasureEvent, PhoneErasureRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'phone-erasures-v1',
    shape,
    fields: { dueBy: 'text' },
    indexes: [],
    sortBy: 'dueBy',
  },
  getIds: ({ data }) => [data.key],
  project: (row, { type, data }) => {
    switch (type) {
      case 'PhoneErasureDue': {
        const { key, person, unpaid, at: askedAt, dueBy } = data
        return { key, ...{ personId: person.personId, phone: person.phone }, unpaid, askedAt, dueBy }
      }
      case 'PhonePaidOut':
        return row && { ...row, unpaid: without(row.unpaid, data) }
      case 'PhoneErasureCancelled':
      case 'PhoneErased':
        return null
    }
  },
}
