import { deliveryStatuses, deliveryTypes, needs, outcomes } from '@tuma/contracts/vocabulary'
import { dayIn, idIn, oneOf, useAddress } from '../../address.ts'

/** A tracking ID or its beginning: starts with TM, or mixes letters and digits. A name has no digits, a phone no letters. */
const isTrackingIdLike = (typed: string): boolean =>
  /^[a-z\d\s-]+$/i.test(typed) && (/^tm/i.test(typed) || (/[a-z]/i.test(typed) && /\d/.test(typed)))

/** `?needs=waiting&status=collected&type=doorstep&search=TM-7K3M&from=2026-11-01&to=2026-11-21`, without invalid values. */
export const filtersIn = (address: URLSearchParams) => ({
  status: oneOf(deliveryStatuses, address.get('status')),
  type: oneOf(deliveryTypes, address.get('type')),
  from: dayIn(address.get('from')),
  to: dayIn(address.get('to')),
  needs: oneOf(needs, address.get('needs')),
  outcome: oneOf(outcomes, address.get('outcome')),
  held: oneOf(['yes'] as const, address.get('held')),
  rider: idIn(address.get('rider')),
})
export type Filters = ReturnType<typeof filtersIn> & { search: string | undefined }

export const areTurned = ({ from, to }: Pick<Filters, 'from' | 'to'>): boolean =>
  from !== undefined && to !== undefined && from > to

export const useFilters = () => {
  const { address, search, ...putting } = useAddress(isTrackingIdLike)
  const filters: Filters = { ...filtersIn(address), search }
  return { ...putting, filters, filtered: Object.values(filters).some((value) => value !== undefined) }
}
