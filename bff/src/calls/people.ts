import type { User } from '@tuma/contracts/api'
import {
  getEatDay,
  isMobile,
  normalisePhone,
  Refused,
  type Role,
  type Shop,
  sameWords,
  spacedPhone,
} from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { buildCsv, eatTime } from './csv.ts'
import { answerRows, getPage } from './rows.ts'
import { sentBy } from './sent-parcels.ts'

export const peopleCalls = ({ api, services, toCommandContext, papers, settings, environment }: Dependencies) => {
  const { identity, delivery, notification, revenue } = services

  /** The shop in the network's spelling. @throws unknown_shop */
  const shopLike = async ({ location, address }: Shop): Promise<Shop> => {
    const shops = await delivery.shops()
    const place = shops.find(({ locationName }) => sameWords(locationName) === sameWords(location))
    const point = place?.pickupPoints.find((name) => sameWords(name) === sameWords(address))
    if (!place || point === undefined) throw new Refused('unknown_shop', { field: place ? 'address' : 'location' })
    return { location: place.locationName, address: point }
  }

  /**
   * Marketing runs first: it forgets the phones of the account and those it sent with, which can not be found once the
   * account is gone. Revenue keeps the name and number for open money. The services erase the data of its parcels when
   * these end.
   */
  const deleteAccount = async (context: CallContext, input: { readonly id: string }, role: Role | null) => {
    const { id: accountId } = input
    const account = await identity.account({ accountId })
    if (account && (role === null || role === account.role)) {
      const sent = await sentBy(delivery, context.caller.actor, accountId)
      const phones = new Set([account.phone, ...sent.map(({ sender }) => sender.phone)].flatMap(mobileIn))
      await notification.erasePhones({ asked: toCommandContext(context, input), phones: [...phones] })
      const expected = sent.some(({ paymentMethod }) => paymentMethod === 'payOnDelivery')
      await revenue.keepPayee({ asked: toCommandContext(context, input), accountId, expected })
    }
    await identity.deleteAccount({ asked: toCommandContext(context, input), accountId, role })
    papers.forgetAll()
  }

  return {
    agents: api.people.agents.handler(() => identity.agents()),
    assignShop: api.people.assignShop.handler(async ({ input: { id: accountId, ...typed }, context }) => {
      const shop = await shopLike(typed)
      return identity.assignShop({ asked: toCommandContext(context, { accountId, ...shop }), accountId, ...shop })
    }),
    deleteAgent: api.people.deleteAgent.handler(async ({ input, context }) => {
      await deleteAccount(context, input, 'agent')
      return { message: 'Agent deleted successfully!' }
    }),

    users: api.people.users.handler(async ({ input: { search, role = null, sort = 'recent', ...paging }, context }) =>
      answerRows(context, await identity.users({ search: search || null, role, sort, ...getPage(paging) })),
    ),
    csv: api.people.csv.handler(({ input: { search, role = null }, context }) => {
      const filter = { search: search || null, role, sort: 'recent' } as const
      return buildCsv(context, `users_${getEatDay(environment.now())}.csv`, columns, (page) =>
        identity.users({ ...filter, ...page }),
      )
    }),
    changeRole: api.people.changeRole.handler(async ({ input, context }) => {
      const { id: accountId, role } = input
      return (await identity.changeRole({ asked: toCommandContext(context, input), accountId, role })).user
    }),
    verifyUser: api.people.verifyUser.handler(async ({ input, context }) => {
      if (settings.demonstration) throw new Refused('not_allowed')
      return (await identity.verifyAccount({ asked: toCommandContext(context, input), accountId: input.id })).user
    }),
    removeSecondFactor: api.people.removeSecondFactor.handler(async ({ input, context }) => {
      return (await identity.takeSecondFactor({ asked: toCommandContext(context, input), accountId: input.id })).user
    }),
    endSessions: api.people.endSessions.handler(async ({ input, context }) => {
      await identity.endAllSessions({ asked: toCommandContext(context, input), accountId: input.id })
      return { message: 'All sessions of this account have ended.' }
    }),
    deleteUser: api.people.deleteUser.handler(async ({ input, context }) => {
      await deleteAccount(context, input, null)
      return { message: 'User deleted successfully!' }
    }),
  }
}

/** Empty for an erased person, and for a phone that gets no SMS. */
const mobileIn = (typed: string): string[] => {
  const phone = normalisePhone(typed)
  return phone !== null && isMobile(phone) ? [phone] : []
}

const columns: { readonly [title: string]: (row: User) => string | number | null } = {
  Name: ({ name }) => name,
  Username: ({ username }) => username,
  Email: ({ email }) => email,
  Phone: ({ phone }) => spacedPhone(phone),
  Role: ({ role }) => role,
  Verified: ({ isVerified }) => (isVerified ? 'yes' : 'no'),
  Points: ({ points }) => points,
  Location: ({ location }) => location,
  Address: ({ address }) => address,
  Since: ({ createdAt }) => eatTime(createdAt),
}
