import { agents, type PersonContext, readInDrawer } from './network.ts'

const among = ({ chance }: PersonContext) => chance.among(agents)

/** An agent offers cash to a colleague, all of it or a part. */
export const offerCash = async (context: PersonContext): Promise<void> => {
  const { caller, chance } = context
  const [agent, colleague] = [among(context), among(context)]
  if (agent.userId === colleague.userId) return
  const inDrawer = await readInDrawer(context, agent.userId)
  if (inDrawer === 0) return
  const cents = chance.is(0.7) ? inDrawer : 100 * Math.ceil((inDrawer * chance.next()) / 100)
  const said = { agentId: agent.userId, to: colleague.userId, cents: Math.max(100, cents) }
  await caller.askUntilAnswered({
    actor: agent,
    same: (offer: { readonly offerId: string }) => offer.offerId,
    call: ({ revenue }, asked) => revenue.offerCash({ asked, ...said }),
  })
}

/** A colleague counts what they were offered, at times less, or refuses it; or the agent takes it back. */
export const answerOffer = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance } = context
  const agent = among(context)
  const { userId: agentId } = agent
  const seen = await caller.askUntilAnswered({ actor: agent, call: ({ revenue }) => revenue.offers({ agentId }) })
  if (!('answer' in seen)) return
  const { toYou, yours } = seen.answer
  if (yours && chance.is(0.2)) {
    const { offerId } = yours
    await caller.askUntilAnswered({
      actor: agent,
      call: ({ revenue }, asked) => revenue.endOffer({ asked, agentId, offerId }),
    })
  }
  if (toYou.length === 0) return
  const { offerId, cents } = chance.among(toYou)
  if (chance.is(0.15)) {
    await caller.askUntilAnswered({
      actor: agent,
      call: ({ revenue }, asked) => revenue.endOffer({ asked, agentId, offerId }),
    })
    return
  }
  const counted = chance.is(0.7) ? cents : Math.max(100, cents - 5000)
  const reply = await caller.askUntilAnswered({
    actor: agent,
    call: ({ revenue }, asked) => revenue.passOn({ asked, agentId, offerId, counted }),
  })
  if (!('answer' in reply)) return
  ledger.passedOffers.set(offerId, reply.answer.counted ?? 0)
  ledger.expectedBooks.record('passedOn', {})
}
