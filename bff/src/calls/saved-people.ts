import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'

const max = 20

/** The people that the caller has sent to, always the caller's own list. */
export const savedPeopleCalls = ({ api, services: { delivery }, toCommandContext }: Dependencies) => ({
  list: api.savedPeople.list.handler(async ({ input: { search }, context }) => {
    const { _id: ownerId } = toUser(context)
    const { people, last } = await delivery.knownPeople({ ownerId, search: search || null, limit: max })
    return {
      people: people.map(({ personId: _id, tier: pricingTier, ...person }) => ({ _id, pricingTier, ...person })),
      last,
    }
  }),
  forget: api.savedPeople.forget.handler(async ({ input, context }) => {
    const { _id: ownerId } = toUser(context)
    await delivery.forgetPeople({ asked: toCommandContext(context, input), ownerId, personId: input.id })
    return { message: 'We offer them to you no more.' }
  }),
  forgetAll: api.savedPeople.forgetAll.handler(async ({ context }) => {
    const { _id: ownerId } = toUser(context)
    await delivery.forgetPeople({ asked: toCommandContext(context, {}), ownerId, personId: null })
    return { message: 'We offer them to you no more.' }
  }),
})
