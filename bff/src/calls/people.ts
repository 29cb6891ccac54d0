import { Refused, type Shop, sameWords } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { answerRows, pageOf } from './rows.ts'

export const peopleCalls = ({ api, services: { identity, delivery }, asked, settings }: Dependencies) => {
  /** The pickup point as the network spells it. @throws unknown_shop */
  const shopLike = async ({ location, address }: Shop): Promise<Shop> => {
    const shops = await delivery.shops()
    const place = shops.find(({ locationName }) => sameWords(locationName) === sameWords(location))
    const point = place?.pickupPoints.find((name) => sameWords(name) === sameWords(address))
    if (!place || point === undefined) throw new Refused('unknown_shop', { field: place ? 'address' : 'location' })
    return { location: place.locationName, address: point }
  }

  return {
    agents: api.people.agents.handler(() => identity.agents()),
    assignShop: api.people.assignShop.handler(async ({ input: { id: accountId, ...typed }, context }) => {
      const shop = await shopLike(typed)
      return identity.assignShop({ asked: asked(context, { accountId, ...shop }), accountId, ...shop })
    }),
    deleteAgent: api.people.deleteAgent.handler(async ({ input, context }) => {
      await identity.deleteAccount({ asked: asked(context, input), accountId: input.id, role: 'agent' })
      return { message: 'Agent deleted successfully!' }
    }),

    users: api.people.users.handler(async ({ input: { search, role = null, sort = 'recent', ...paging }, context }) =>
      answerRows(context, await identity.users({ search: search || null, role, sort, ...pageOf(paging) })),
    ),
    changeRole: api.people.changeRole.handler(async ({ input, context }) => {
      const { id: accountId, role } = input
      return (await identity.changeRole({ asked: asked(context, input), accountId, role })).user
    }),
    verifyUser: api.people.verifyUser.handler(async ({ input, context }) => {
      if (settings.demonstration) throw new Refused('not_allowed')
      return (await identity.verifyAccount({ asked: asked(context, input), accountId: input.id })).user
    }),
    removeSecondFactor: api.people.removeSecondFactor.handler(async ({ input, context }) => {
      return (await identity.takeSecondFactor({ asked: asked(context, input), accountId: input.id })).user
    }),
    deleteUser: api.people.deleteUser.handler(async ({ input, context }) => {
      await identity.deleteAccount({ asked: asked(context, input), accountId: input.id, role: null })
      return { message: 'User deleted successfully!' }
    }),
  }
}
