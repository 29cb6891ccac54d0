import type { KnownCustomer } from '@tuma/contracts/api'
import { displayPhone, normalisePhone } from '@tuma/contracts/vocabulary'
import { api, useQuery } from '@tuma/kit/runtime'
import type { useForm } from '@tuma/kit/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Destination, findAgain } from './destinations.ts'
import { emptyParcel, type NewParcelFields } from './fields.ts'

type ParcelForm = Pick<ReturnType<typeof useForm<NewParcelFields, unknown>>, 'value' | 'values' | 'set'>
export type SentBefore = KnownCustomer['receivers'][number]

/** What the shop knows of this customer, asked once the phone is whole; fills in their name where none was typed. */
export function useKnownCustomer(form: ParcelForm): readonly SentBefore[] {
  const phone = normalisePhone(form.value('sender.phone'))
  const known = useQuery(
    api.counterParcels.known.queryOptions({
      input: { phone: phone ?? '' },
      enabled: phone !== null,
      // An agent may ask for 60 unknown phones an hour, so each is asked for once.
      ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
    }),
  )
  const name = phone === null ? null : (known.data?.name ?? null)
  const filled = useRef('')
  const fill = useEffectEvent(() => {
    const typed = form.values().sender.name
    if (typed !== '' && typed !== filled.current && typed !== name) return
    filled.current = name ?? ''
    form.set('sender.name', filled.current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another phone empties the name that the last one filled in
  useEffect(() => fill(), [phone, name])
  return phone === null ? [] : (known.data?.receivers ?? [])
}

type Filled = Omit<NewParcelFields, 'sender' | 'sticker'>

const toFilled = ({ receiver, to, parcelDescription }: SentBefore, all: readonly Destination[]): Filled => {
  const door = 'door' in to ? to.door : null
  return {
    receiver: { name: receiver.name, phone: displayPhone(receiver.phone) },
    to: findAgain(all, to)?.key ?? '',
    address: door?.address ?? '',
    moreDetails: door?.moreDetails ?? '',
    parcelDescription,
  }
}

/**
 * Fills the form in for a receiver of before. Another customer's phone empties again what was filled in, because it is
 * no concern of theirs.
 */
export function useSentBefore(form: ParcelForm, all: readonly Destination[]) {
  const chosen = useRef<{ phone: string; filled: Filled } | null>(null)
  const phone = normalisePhone(form.value('sender.phone'))
  const fillIn = (filled: Filled): void => {
    for (const part of ['name', 'phone'] as const) form.set(`receiver.${part}`, filled.receiver[part])
    for (const part of ['to', 'address', 'moreDetails', 'parcelDescription'] as const) form.set(part, filled[part])
  }
  const empty = useEffectEvent((next: string) => {
    if (chosen.current === null || chosen.current.phone === next) return
    const { sender: _, ...now } = form.values()
    if (JSON.stringify(inOrder(now)) === JSON.stringify(inOrder(chosen.current.filled))) fillIn(emptyParcel)
    chosen.current = null
  })
  useEffect(() => {
    if (phone !== null) empty(phone)
  }, [phone])
  return (before: SentBefore): void => {
    const filled = toFilled(before, all)
    chosen.current = { phone: phone ?? '', filled }
    fillIn(filled)
  }
}

const inOrder = ({ receiver, to, address, moreDetails, parcelDescription }: Filled) => [
  ...[receiver.name, receiver.phone],
  ...[to, address, moreDetails, parcelDescription],
]
