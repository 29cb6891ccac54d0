import { paymentTabs } from '@tuma/contracts/vocabulary'
import { oneOf, useAddress } from '../../address.ts'

/** A receipt, a payment reference or its beginning: letters and digits mixed. A name has no digits. */
const isOfAPayment = (typed: string): boolean => /^[a-z\d-]+$/i.test(typed) && /\d/.test(typed) && /[a-z]/i.test(typed)

/** `?tab=doubted&search=UKN6H7T3GA`; invalid values are left out. */
export const useFilters = () => {
  const { address, search, put, putSearch, clear } = useAddress(isOfAPayment)
  return { tab: oneOf(paymentTabs, address.get('tab')) ?? 'all', search, put, putSearch, clear }
}
