import { Refused, type Role, type Shop } from '@tuma/contracts/vocabulary'

/** The person behind a command or a query, as far as the rules need to know them. Visitors have no role. */
export type Asker = {
  readonly userId: string | null
  readonly role: Role | 'system' | null
  readonly shop: Shop | null
}

/** Only admins change shops, prices and riders. The system may too: it sets up the demonstration network. */
export const assertManages = ({ role }: Asker): void => {
  if (role !== 'admin' && role !== 'system') throw new Refused('not_allowed')
}
