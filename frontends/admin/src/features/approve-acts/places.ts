import type { Approval } from '@tuma/contracts/api'

type Place = { readonly to: string; readonly state?: { readonly search: string } }

/** Where the admin who asked does what is approved. A username stays out of the address. */
export const toPlace = ({ kind, subject, words }: Approval): Place => {
  switch (kind) {
    case 'payout':
      return { to: `/Admin/books?tab=ready&pay=${encodeURIComponent(subject)}` }
    case 'payee_number':
      return { to: '/Admin/books?tab=ready' }
    case 'take_in':
      return { to: '/Admin/books?tab=drawers' }
    case 'refund':
      return { to: `/Admin/payments?tab=all&search=${encodeURIComponent(words ?? '')}` }
    // The number is typed again: the approval knows it no longer than it is needed.
    case 'erase_phone':
      return { to: '/Admin/users' }
    case 'make_admin':
    case 'lift_second_factor':
      return { to: '/Admin/users', state: { search: (words ?? '').replace(/^@/, '') } }
  }
}
