import type { User } from '@tuma/contracts/api'

const person: User = {
  _id: 'user1',
  name: 'Wanjiku Kamau',
  username: 'wanjiku',
  email: 'client@tuma.test',
  phone: '254712345678',
  role: 'user',
  isVerified: true,
  points: 45,
  location: null,
  address: null,
  createdAt: '2026-11-01T08:00:00.000Z',
}

/** A person of each role for a test: `renderScreen(<Paid />, { as: people.agent })`. */
export const people = {
  client: person,
  agent: {
    ...person,
    _id: 'user2',
    name: 'Otieno Odhiambo',
    username: 'otieno',
    email: 'agent.cbd@tuma.test',
    role: 'agent',
    location: 'NAIROBI CBD',
    address: 'Moi Avenue Shop',
  },
  admin: {
    ...person,
    _id: 'user3',
    name: 'Achieng Mwangi',
    username: 'achieng',
    email: 'admin@tuma.test',
    role: 'admin',
  },
} as const satisfies Record<string, User>
