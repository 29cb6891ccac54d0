import type { SavedPerson, User } from '@tuma/contracts/api'
import { lazyScreen } from '@tuma/kit/runtime'

const People = lazyScreen(
  async () => (await import('./saved-people.tsx')).SavedPeople,
  <div className="t-skeleton-page" aria-busy="true" />,
)

/** Above the receiver's fields, for who is signed in; visitors' forms load none of it. */
export const KnownReceiver = ({ user, onChoose }: { user: User | null; onChoose: (person: SavedPerson) => void }) =>
  user === null ? null : <People onChoose={onChoose} />
