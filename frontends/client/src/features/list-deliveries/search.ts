import type { Delivery } from '@tuma/contracts/api'
import {
  type DeliveryStatus,
  deliveryStatuses,
  displayPhone,
  isPartOfPhone,
  type OwnGroup,
  type OwnTrouble,
  ownGroups,
  ownTroubles,
} from '@tuma/contracts/vocabulary'
import { useLocation, useSearchParams } from '@tuma/kit/runtime'
import { useKeptSearch } from '@tuma/kit/ui'

export const searchKinds = ['trackingId', 'phone'] as const
export type Search = {
  typed: string
  by: (typeof searchKinds)[number]
  status: DeliveryStatus | null
  trouble: OwnTrouble | null
  /** A part of the sender's day. */
  group: OwnGroup | null
}

const parties = ['sender', 'receiver'] as const

/** Whose phone a search found: the sender's, the receiver's or both. People type 07… or 254…, or a part of the number. */
export const foundPhones = (delivery: Delivery, { typed, by }: Pick<Search, 'typed' | 'by'>) => {
  if (by !== 'phone' || !/\d/.test(typed)) return []
  return parties
    .filter((party) => isPartOfPhone(typed, delivery[party].phone))
    .map((party) => ({ party, phone: displayPhone(delivery[party].phone) }))
}

/** The query for the server, which searches all deliveries of the client. */
export const getAsked = ({ typed, by, status, trouble, group }: Search) => ({
  ...(typed.trim() === '' ? {} : { search: typed.trim(), by }),
  ...(status === null ? {} : { status }),
  ...(trouble === null ? {} : { trouble }),
  ...(group === null ? {} : { group }),
})

/** The search text may be a phone number, so it is kept in the history entry. The other filters are in the address. */
export const useSearch = () => {
  const [typed, onType] = useKeptSearch()
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const by = searchKinds.find((one) => one === address.get('by')) ?? searchKinds[0]
  const status = deliveryStatuses.find((one) => one === address.get('status')) ?? null
  const trouble = ownTroubles.find((one) => one === address.get('trouble')) ?? null
  const group = ownGroups.find((one) => one === address.get('group')) ?? null
  const search: Search = { typed, by, status, trouble, group }
  const goTo = (changed: Partial<Search>): void => {
    const next = { ...search, ...changed }
    setAddress(
      {
        ...(next.by === searchKinds[0] ? {} : { by: next.by }),
        ...(next.status === null ? {} : { status: next.status }),
        ...(next.trouble === null ? {} : { trouble: next.trouble }),
        ...(next.group === null ? {} : { group: next.group }),
      },
      { replace: true, preventScrollReset: true, state },
    )
  }
  return {
    search,
    onType,
    onKind: (next: Search['by']) => goTo({ by: next }),
    onStatus: (next: Search['status']) => goTo({ status: next }),
    /** A part of the day, or one kind of trouble: never both. */
    onOnly: (next: OwnGroup | OwnTrouble | null) =>
      goTo({
        group: ownGroups.find((one) => one === next) ?? null,
        trouble: ownTroubles.find((one) => one === next) ?? null,
      }),
  }
}
