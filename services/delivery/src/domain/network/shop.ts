import { type DayHours, type EatDay, Refused, type Shop, sameWords } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from '../asker.ts'

/** What a shop says about itself, not encrypted: it is public, and SMS carry the landmark. */
type Described = {
  readonly landmark: string | null
  /** Seven days, Monday first, null where it is closed. Null instead of seven: the shop has not said. */
  readonly hours: readonly (DayHours | null)[] | null
  readonly closedDays: readonly EatDay[]
}
type ShopDay = { readonly locationId: string; readonly pickupPoint: string; readonly day: EatDay }

export type ShopEvent =
  | DomainEvent<'ShopDescribed', { readonly locationId: string; readonly pickupPoint: string } & Described>
  /** These two are about one day, and are recorded on that day. */
  | DomainEvent<'ShopClosedToday', ShopDay>
  | DomainEvent<'ShopOpenAfterAll', ShopDay>

/** Replaces the whole description: what is left out is removed. */
export type DescribeShop = Described & {
  readonly type: 'DescribeShop'
  readonly by: Asker
  readonly locationId: string
  readonly pickupPoint: string
  /** Null leaves it unchanged. */
  readonly closedToday: boolean | null
  /** The day in Nairobi. */
  readonly today: EatDay
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
}

const unknown = (name: string): KnownShop => ({ name, landmark: null, hours: null, closedDays: [], closedOn: null })

export const knownShop = (shops: readonly KnownShop[], name: string): KnownShop =>
  shops.find((shop) => shop.name === name) ?? unknown(name)

export const describe = (command: DescribeShop, shop: KnownShop): ShopEvent[] => {
  const { locationId, landmark, hours, closedToday, today } = command
  const closedDays = [...new Set(command.closedDays)].sort()
  const now: Described = { landmark, hours, closedDays }
  const before: Described = { landmark: shop.landmark, hours: shop.hours, closedDays: shop.closedDays }
  const isSame = JSON.stringify(now) === JSON.stringify(before)
  const described: ShopEvent = { type: 'ShopDescribed', data: { locationId, pickupPoint: shop.name, ...now } }
  const closing = closedToday === null ? [] : closedOrNot({ locationId, today, closed: closedToday }, shop)
  return [...(isSame ? [] : [described]), ...closing]
}

/** Agents may close their own shop only. @throws not_allowed */
export const closeToday = (command: CloseShopToday, shop: KnownShop, locationName: string): ShopEvent[] => {
  if (!mayClose(command.by, { location: locationName, address: shop.name })) throw new Refused('not_allowed')
  return closedOrNot(command, shop)
}

const mayClose = ({ role, shop }: Asker, { location, address }: Shop): boolean => {
  if (role === 'admin' || role === 'system') return true
  if (role !== 'agent' || !shop) return false
  return sameWords(shop.location) === sameWords(location) && sameWords(shop.address) === sameWords(address)
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
      const { landmark, hours, closedDays } = data
      return [...others, { ...known, landmark, hours: hours && [...hours], closedDays: [...closedDays] }]
    }
    case 'ShopClosedToday':
      return [...others, { ...known, closedOn: data.day }]
    case 'ShopOpenAfterAll':
      return [...others, { ...known, closedOn: known.closedOn === data.day ? null : known.closedOn }]
  }
}
