import type { Approval } from '@tuma/contracts/api'

type Place = { readonly to: string; readonly state?: { readonly search: string } }

/** The page where the admin who asked does the approved action. A username is never in the address. */
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
    // The admin types the number again, because the approval keeps it only as long as needed.
    case 'erase_phone':
      return { to: '/Admin/users' }
    case 'make_admin':
    case 'lift_second_factor':
      return { to: '/Admin/users', state: { search: (words ?? '').replace(/^@/, '') } }
  }
}
