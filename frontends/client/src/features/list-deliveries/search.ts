import type { Delivery } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { useLocation, useNavigate } from '@tuma/kit/runtime'
import { useEffect, useState } from 'react'

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

const settledMs = 300

/** What is searched for. Kept with the history entry, so that Back from a delivery finds it; never in the address: it may be a phone number. */
export const useSearch = (): [Search, (search: Search) => void] => {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [kept] = useState<Search>(() => state?.search ?? { typed: '', by: 'trackingId' })
  const [search, setSearch] = useState(kept)
  useEffect(() => {
    if (search === kept) return
    const keep = () => void navigate('.', { replace: true, preventScrollReset: true, state: { search } })
    const timer = setTimeout(keep, settledMs)
    return () => clearTimeout(timer)
  }, [search, kept, navigate])
  return [search, setSearch]
}
