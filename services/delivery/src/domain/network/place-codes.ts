import { placeCodeKey, Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'
import { derivePlaceCode } from './derive-place-code.ts'

/**
 * The codes of all places. All places share one stream, so that two places can't get the same code at the same moment.
 * A place keeps its code when other places are added, because labels carry it.
 */
export type PlaceCodeEvent = DomainEvent<
  'PlaceCodeSet',
  { readonly placeId: string; readonly place: string; readonly code: string }
>

export const placeCodesStream = 'placecodes-all'

/** For a place that gets a shop or a price; a place keeps the code that it has. */
export type CodePlace = {
  readonly type: 'CodePlace'
  readonly by: Asker
  readonly placeId: string
  readonly place: string
}
/** `code`: three or four capital letters or digits. */
export type SetPlaceCode = {
  readonly type: 'SetPlaceCode'
  readonly by: Asker
  readonly placeId: string
  readonly code: string
}

export type PlaceCodes = {
  readonly places: Readonly<Record<string, { readonly place: string; readonly code: string }>>
  /** Each code that was ever given (`placeCodeKey`), with its place: printed labels may still carry it. */
  readonly givenTo: Readonly<Record<string, string>>
}

/** @throws not_found for a place without a code, place_code_taken (`place`: which place has or had it) */
const set = ({ placeId, code }: SetPlaceCode, { places, givenTo }: PlaceCodes): PlaceCodeEvent[] => {
  const known = places[placeId]
  if (!known) throw new Refused('not_found')
  if (known.code === code) return []
  const holder = givenTo[placeCodeKey(code)] ?? placeId
  if (holder !== placeId) throw new Refused('place_code_taken', { place: places[holder]?.place ?? '' })
  return [{ type: 'PlaceCodeSet', data: { placeId, place: known.place, code } }]
}

const decide = (command: CodePlace | SetPlaceCode, codes: PlaceCodes): PlaceCodeEvent[] => {
  assertManages(command.by)
  if (command.type === 'SetPlaceCode') return set(command, codes)
  const { placeId, place } = command
  if (codes.places[placeId]) return []
  const code = derivePlaceCode(place, (key) => codes.givenTo[key] !== undefined)
  return [{ type: 'PlaceCodeSet', data: { placeId, place, code } }]
}

const evolve = ({ places, givenTo }: PlaceCodes, { data: { placeId, place, code } }: PlaceCodeEvent): PlaceCodes => ({
  places: { ...places, [placeId]: { place, code } },
  givenTo: { ...givenTo, [placeCodeKey(code)]: placeId },
})

export const placeCodes: Decider<PlaceCodes, CodePlace | SetPlaceCode, PlaceCodeEvent> = {
  initialState: { places: {}, givenTo: {} },
  decide,
  evolve,
}

export type PlaceCodeRow = { readonly _id: string; readonly place: string; readonly code: string }

export const placeCodesView: View<PlaceCodeEvent, PlaceCodeRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'place-codes-v1',
    shape: { _id: 'text', place: 'text', code: 'text' },
    fields: { place: 'text' },
    indexes: [],
    sortBy: 'place',
  },
  getIds: ({ data }) => [data.placeId],
  project: (_row, { data: { placeId, place, code } }) => ({ _id: placeId, place, code }),
}
