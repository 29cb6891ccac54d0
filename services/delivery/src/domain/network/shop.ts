import {
  type DayHours,
  type EatDay,
  isInKenya,
  type Position,
  Refused,
  roundPosition,
  type Shop,
  sameWords,
} from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from '../asker.ts'

/** What a shop says about itself, not encrypted: it is public, and SMS carry the landmark. */
type Described = {
  readonly landmark: string | null
  /** Seven days, Monday first, null where it is closed. Null instead of seven: the shop has not said. */
  readonly hours: readonly (DayHours | null)[] | null
  readonly closedDays: readonly EatDay[]
}
/** 254…: the phone that customers may call. An admin typed it for the shop; it is no account's. Missing: the shop has none. */
type Callable = { readonly phone?: string | undefined }
type ShopDay = { readonly locationId: string; readonly pickupPoint: string; readonly day: EatDay }

export type ShopEvent =
  | DomainEvent<'ShopDescribed', { readonly locationId: string; readonly pickupPoint: string } & Described & Callable>
  | DomainEvent<
      'PositionSet',
      { readonly locationId: string; readonly pickupPoint: string; readonly by: PlacedBy } & Position
    >
  /** These two are about one day, and are recorded on that day. */
  | DomainEvent<'ShopClosedToday', ShopDay>
  | DomainEvent<'ShopOpenAfterAll', ShopDay>

/** An agent in the shop, an admin, or the system of a demonstration. */
export const placers = ['agent', 'admin', 'system'] as const
type PlacedBy = (typeof placers)[number]

/** Replaces the whole description: what is left out is removed, but for the phone. */
export type DescribeShop = Described & {
  readonly type: 'DescribeShop'
  readonly by: Asker
  readonly locationId: string
  readonly pickupPoint: string
  /** Null leaves it unchanged. */
  readonly closedToday: boolean | null
  /** 254…. Null removes it; left out, it does not change. */
  readonly phone?: string | null | undefined
  /** The day in Nairobi. */
  readonly today: EatDay
}

export type SetPosition = Position & {
  readonly type: 'SetPosition'
  readonly by: Asker
  readonly locationId: string
  readonly pickupPoint: string
}

export type CloseShopToday = {
  readonly type: 'CloseShopToday'
  readonly by: Asker
  readonly locationId: string
  readonly pickupPoint: string
  readonly closed: boolean
  /** The day in Nairobi. */
  readonly today: EatDay
}

/** A shop as the location's row has it. */
export type KnownShop = {
  readonly name: string
  readonly landmark: string | null
  readonly hours: (DayHours | null)[] | null
  readonly closedDays: string[]
  /** The last day that was declared closed. */
  readonly closedOn: string | null
  readonly phone: string | null
  readonly position: Position | null
}

const unknown = (name: string): KnownShop => ({
  ...{ name, landmark: null, hours: null, closedDays: [], closedOn: null },
  ...{ phone: null, position: null },
})

export const knownShop = (shops: readonly KnownShop[], name: string): KnownShop =>
  shops.find((shop) => shop.name === name) ?? unknown(name)

export const describe = (command: DescribeShop, shop: KnownShop): ShopEvent[] => {
  const { locationId, landmark, hours, closedToday, today } = command
  const closedDays = [...new Set(command.closedDays)].sort()
  const phone = command.phone === undefined ? shop.phone : command.phone
  const now: Described & Callable = { landmark, hours, closedDays, ...(phone === null ? {} : { phone }) }
  const before: Described & Callable = {
    ...{ landmark: shop.landmark, hours: shop.hours, closedDays: shop.closedDays },
    ...(shop.phone === null ? {} : { phone: shop.phone }),
  }
  const isSame = JSON.stringify(now) === JSON.stringify(before)
  const described: ShopEvent = { type: 'ShopDescribed', data: { locationId, pickupPoint: shop.name, ...now } }
  const closing = closedToday === null ? [] : closedOrNot({ locationId, today, closed: closedToday }, shop)
  return [...(isSame ? [] : [described]), ...closing]
}

/** Agents may close their own shop only. @throws not_allowed */
export const closeToday = (command: CloseShopToday, shop: KnownShop, locationName: string): ShopEvent[] => {
  getKeeper(command.by, { location: locationName, address: shop.name })
  return closedOrNot(command, shop)
}

/** Agents may place their own shop only. @throws not_allowed, bad_input (not in Kenya) */
export const setPosition = (command: SetPosition, shop: KnownShop, locationName: string): ShopEvent[] => {
  const by = getKeeper(command.by, { location: locationName, address: shop.name })
  const { lat, lng } = roundPosition(command)
  if (!isInKenya({ lat, lng })) throw new Refused('bad_input')
  if (lat === shop.position?.lat && lng === shop.position.lng) return []
  return [{ type: 'PositionSet', data: { locationId: command.locationId, pickupPoint: shop.name, lat, lng, by } }]
}

/** The role in which the asker may act for this shop. @throws not_allowed */
const getKeeper = ({ role, shop }: Asker, { location, address }: Shop): PlacedBy => {
  if (role === 'admin' || role === 'system') return role
  const isTheirs =
    sameWords(shop?.location ?? '') === sameWords(location) && sameWords(shop?.address ?? '') === sameWords(address)
  if (role !== 'agent' || !shop || !isTheirs) throw new Refused('not_allowed')
  return role
}

type Said = Pick<CloseShopToday, 'locationId' | 'closed' | 'today'>

const closedOrNot = (
  { locationId, closed, today: day }: Said,
  { name: pickupPoint, closedOn }: KnownShop,
): ShopEvent[] => {
  if (closed === (closedOn === day)) return []
  return [{ type: closed ? 'ShopClosedToday' : 'ShopOpenAfterAll', data: { locationId, pickupPoint, day } }]
}

/** The descriptions of a location's shops after an event about one of them. */
export const shopsAfter = (shops: readonly KnownShop[], { type, data }: ShopEvent): KnownShop[] => {
  const known = knownShop(shops, data.pickupPoint)
  const others = shops.filter((shop) => shop !== known)
  switch (type) {
    case 'ShopDescribed': {
      const { landmark, hours, closedDays, phone = null } = data
      return [...others, { ...known, landmark, hours: hours && [...hours], closedDays: [...closedDays], phone }]
    }
    case 'PositionSet':
      return [...others, { ...known, position: { lat: data.lat, lng: data.lng } }]
    case 'ShopClosedToday':
      return [...others, { ...known, closedOn: data.day }]
    case 'ShopOpenAfterAll':
      return [...others, { ...known, closedOn: known.closedOn === data.day ? null : known.closedOn }]
  }
}
