import { Refused, type Role, type Shop } from '@tuma/contracts/vocabulary'

/** Who stands behind a command or a question, as far as the rules ask. Visitors have no role. */
export type Asker = {
  readonly userId: string | null
  readonly role: Role | 'system' | null
  readonly shop: Shop | null
}

/** Shops, prices and riders are the business of admins; the demonstration network is set up by the system. */
export const assertManages = ({ role }: Asker): void => {
  if (role !== 'admin' && role !== 'system') throw new Refused('not_allowed')
}
