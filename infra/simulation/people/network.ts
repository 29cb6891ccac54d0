import type { Actor } from '@tuma/contracts/services'
import type { Caller } from '../caller.ts'
import type { Chance } from '../chance.ts'
import type { Ledger } from '../ledger.ts'
import type { MpesaOfSeed } from '../mpesa.ts'

/** Where parcels come from and go to. */
export const shops = [
  { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' },
  { location: 'THIKA', address: 'Thika Arcade Bookshop' },
  { location: 'KITENGELA', address: 'Namanga Road Electronics' },
] as const
export const admin: Actor & { readonly kind: 'user' } = {
  kind: 'user',
  userId: 'admin',
  username: 'njeri',
  role: 'admin',
  shop: null,
}
export const otherAdmin: Actor = { ...admin, userId: 'admin-2', username: 'otieno' }
export const toAgent = (shop: number): Actor & { readonly kind: 'user' } => ({
  kind: 'user',
  userId: `agent-${shop}`,
  username: `agent.${shop}`,
  role: 'agent',
  shop: shops[shop] ?? null,
})
export const agents = shops.map((_, shop) => toAgent(shop))
const system: Actor = { kind: 'system', name: 'town' }
const clientsCount = 3

export type Network = { readonly clients: readonly Actor[]; readonly riders: readonly string[] }

/** What exists before the first parcel: shops, prices, riders and a few accounts. */
export const setUpNetwork = async ({ askUntilAnswered }: Caller, chance: Chance): Promise<Network> => {
  for (const { location, address } of shops) {
    const price = 150 + 50 * chance.below(4)
    await askUntilAnswered({
      actor: admin,
      call: ({ delivery }, asked) =>
        delivery.addLocation({ asked, locationName: location, pickupPoints: [address], price }),
    })
    await askUntilAnswered({
      actor: admin,
      call: ({ delivery }, asked) => delivery.setPrice({ asked, place: location, tier: 'same-day', price: price + 50 }),
    })
  }
  // From now on M-Pesa confirms payments to the till.
  await askUntilAnswered({ actor: admin, call: ({ payment }, asked) => payment.register({ asked }) })
  const riders: string[] = []
  for (const [place, name] of ['Kevin Omondi', 'Grace Nyambura'].entries()) {
    const added = await askUntilAnswered({
      actor: admin,
      call: ({ delivery }, asked) => delivery.addRider({ asked, name, phone: `25470010002${place}` }),
    })
    if ('answer' in added) riders.push(added.answer.riderId)
  }
  const clients: Actor[] = []
  for (let number = 0; number < clientsCount; number++) {
    const username = `client.${number}`
    const opened = await askUntilAnswered({
      actor: system,
      call: ({ identity }, asked) =>
        identity.openAccount({
          asked,
          name: 'Wanjiku Kamau',
          username,
          email: `${username}@tuma.test`,
          phone: `25470020000${number}`,
          password: 'not a common one',
          role: 'user',
          shop: null,
        }),
    })
    if ('answer' in opened)
      clients.push({ kind: 'user', userId: opened.answer.accountId, username, role: 'user', shop: null })
  }
  return { clients, riders }
}

export type Person = { readonly name: string; readonly phone: string }

/** What a simulated person needs to act. */
export type PersonContext = {
  readonly caller: Caller
  readonly ledger: Ledger
  readonly chance: Chance
  readonly network: Network
  readonly mpesa: MpesaOfSeed
  /** The newest mail to this address; undefined if none has come. */
  readonly mailTo: (address: string) => string | undefined
}

export const phone = (chance: Chance) => `2547${String(10_000_000 + chance.below(80_000_000))}`

/** The drawer's cash, in cents. */
export const readInDrawer = async ({ caller }: PersonContext, agentId: string): Promise<number> => {
  const seen = await caller.askUntilAnswered({ actor: admin, call: ({ revenue }) => revenue.drawer({ agentId }) })
  return 'answer' in seen ? seen.answer.cents : 0
}
