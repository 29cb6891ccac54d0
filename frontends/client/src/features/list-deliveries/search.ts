import type { Delivery } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { useLocation, useSearchParams } from '@tuma/kit/runtime'
import { useKeptSearch } from '@tuma/kit/ui'

export const searchKinds = ['trackingId', 'phone'] as const
export type Search = { typed: string; by: (typeof searchKinds)[number] }

/** As leniently as tracking ids are read everywhere: any case, spaces or no hyphens, O for 0, I and L for 1. */
const asOnLabel = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

const parties = ['sender', 'receiver'] as const

/** Whose phone a search found: the sender's, the receiver's or both. Numbers are typed as 07… or as 254…; a part is enough. */
export const foundPhones = (delivery: Delivery, { typed, by }: Search) => {
  const digits = typed.replace(/\D/g, '')
  if (by !== 'phone' || digits === '') return []
  return parties
    .map((party) => ({ party, phone: displayPhone(delivery[party].phone), stored: delivery[party].phone }))
    .filter(({ phone, stored }) => phone.includes(digits) || stored.includes(digits))
}

/** A part is enough. */
export const matches = (delivery: Delivery, search: Search): boolean => {
  const { typed, by } = search
  if (typed.trim() === '') return true
  if (by === 'phone') return foundPhones(delivery, search).length > 0
  return asOnLabel(delivery.trackingId).includes(asOnLabel(typed))
}

/** What is searched for is kept with the history entry (it may be a phone number), by what it is searched in the address. */
export const useSearch = () => {
  const [typed, onType] = useKeptSearch()
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const search: Search = { typed, by: searchKinds.find((by) => by === address.get('by')) ?? searchKinds[0] }
  const onKind = (by: Search['by']): void =>
    setAddress(by === searchKinds[0] ? {} : { by }, { replace: true, preventScrollReset: true, state })
  return { search, onType, onKind }
}
