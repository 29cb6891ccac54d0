import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'
import { type Asker, assertManages } from './asker.ts'

export type RiderEvent =
  | DomainEvent<
      'RiderAdded',
      {
        readonly riderId: string
        readonly rider: { readonly personId: string; readonly name: string; readonly phone: string }
      }
    >
  | DomainEvent<'RiderRemoved', { readonly riderId: string }>

export type AddRider = {
  readonly type: 'AddRider'
  readonly by: Asker
  readonly riderId: string
  readonly name: string
  readonly phone: string
}
export type RemoveRider = { readonly type: 'RemoveRider'; readonly by: Asker; readonly riderId: string }

/** Whose key seals a rider's name and phone, wherever they stand. */
export const riderPerson = (riderId: string): string => `rider:${riderId}`

export type Rider = { readonly rides: boolean }

const decide = (command: AddRider | RemoveRider, { rides }: Rider): RiderEvent[] => {
  assertManages(command.by)
  const { riderId } = command
  switch (command.type) {
    case 'AddRider': {
      if (rides) return []
      const { name, phone } = command
      return [{ type: 'RiderAdded', data: { riderId, rider: { personId: riderPerson(riderId), name, phone } } }]
    }
    case 'RemoveRider':
      if (!rides) throw new Refused('not_found')
      return [{ type: 'RiderRemoved', data: { riderId } }]
  }
}

const evolve = (_rider: Rider, { type }: RiderEvent): Rider => ({ rides: type === 'RiderAdded' })

export const rider: Decider<Rider, AddRider | RemoveRider, RiderEvent> = {
  initialState: { rides: false },
  decide,
  evolve,
}

export type RiderRow = { readonly _id: string; readonly name: string; readonly phone: string }

export const ridersView: View<RiderEvent, RiderRow> = {
  collection: {
    name: 'riders-v1',
    shape: { _id: 'text', name: 'text', phone: 'text' },
    fields: { name: 'text' },
    indexes: [],
    sortBy: 'name',
  },
  idsOf: ({ data }) => [data.riderId],
  project: (_row, { type, data }) => {
    switch (type) {
      case 'RiderAdded':
        return { _id: data.riderId, name: data.rider.name, phone: data.rider.phone }
      case 'RiderRemoved':
        return null
    }
  },
}
