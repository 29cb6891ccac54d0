import { Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'

type RiderAdded = DomainEvent<
  'RiderAdded',
  {
    readonly riderId: string
    readonly rider: { readonly personId: string; readonly name: string; readonly phone: string }
  }
>
export type RiderEvent =
  | RiderAdded
  | DomainEvent<'RiderCorrected', RiderAdded['data']>
  | DomainEvent<'RiderRemoved', { readonly riderId: string }>

type Said = { readonly riderId: string; readonly name: string; readonly phone: string }
export type AddRider = Said & { readonly type: 'AddRider'; readonly by: Asker }
/** Corrects the name or the phone of the same rider. */
export type CorrectRider = Said & { readonly type: 'CorrectRider'; readonly by: Asker }
export type RemoveRider = { readonly type: 'RemoveRider'; readonly by: Asker; readonly riderId: string }

/** The key under which a rider's name and phone are sealed, in every document. */
export const riderPerson = (riderId: string): string => `rider:${riderId}`

/** Null if no rider has that id. */
export type Rider = { readonly name: string; readonly phone: string } | null
type RiderCommand = AddRider | CorrectRider | RemoveRider

const decide = (command: RiderCommand, rider: Rider): RiderEvent[] => {
  assertManages(command.by)
  const { riderId } = command
  switch (command.type) {
    case 'AddRider':
      return rider ? [] : [{ type: 'RiderAdded', data: { riderId, rider: sealed(command) } }]
    case 'CorrectRider': {
      if (!rider) throw new Refused('not_found')
      const isSo = rider.name === command.name && rider.phone === command.phone
      return isSo ? [] : [{ type: 'RiderCorrected', data: { riderId, rider: sealed(command) } }]
    }
    case 'RemoveRider':
      if (!rider) throw new Refused('not_found')
      return [{ type: 'RiderRemoved', data: { riderId } }]
  }
}

const sealed = ({ riderId, name, phone }: Said) => ({ personId: riderPerson(riderId), name, phone })

const evolve = (_rider: Rider, { type, data }: RiderEvent): Rider => (type === 'RiderRemoved' ? null : data.rider)

export const rider: Decider<Rider, RiderCommand, RiderEvent> = {
  initialState: null,
  decide,
  evolve,
}

export type RiderRow = { readonly _id: string; readonly name: string; readonly phone: string }

export const ridersView: View<RiderEvent, RiderRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'riders-v1',
    shape: { _id: 'text', name: 'text', phone: 'text' },
    fields: { name: 'text' },
    indexes: [],
    sortBy: 'name',
  },
  getIds: ({ data }) => [data.riderId],
  project: (_row, { type, data }) => {
    switch (type) {
      case 'RiderAdded':
      case 'RiderCorrected':
        return { _id: data.riderId, name: data.rider.name, phone: data.rider.phone }
      case 'RiderRemoved':
        return null
    }
  },
}
