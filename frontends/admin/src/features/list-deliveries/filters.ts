import { deliveryStatuses, deliveryTypes } from '@tuma/contracts/vocabulary'
import { oneOf, useAddress } from '../../address.ts'

const dayIn = (said: string | null): string | undefined => (said && /^\d{4}-\d{2}-\d{2}$/.test(said) ? said : undefined)

/** `?status=collected&type=doorstep&search=TM-7K3M&from=2026-11-01&to=2026-11-21`; what makes no sense is left out. */
export const filtersIn = (address: URLSearchParams) => ({
  status: oneOf(deliveryStatuses, address.get('status')),
  type: oneOf(deliveryTypes, address.get('type')),
  search: address.get('search')?.slice(0, 100) || undefined,
  from: dayIn(address.get('from')),
  to: dayIn(address.get('to')),
})
export type Filters = ReturnType<typeof filtersIn>

export const areTurned = ({ from, to }: Filters): boolean => from !== undefined && to !== undefined && from > to

export const useFilters = () => {
  const { address, ...putting } = useAddress()
  const filters = filtersIn(address)
  return { ...putting, filters, filtered: Object.values(filters).some((value) => value !== undefined) }
}
