import { implement } from '@orpc/server'
import { type CommandContext, revenueContract } from '@tuma/contracts/services'
import type { Streams } from '@tuma/platform/event-sourcing'
import { buildMetadata } from './book-handlers.ts'
import type { BookEvent } from './domain/books-views.ts'
import { type CashOfferRow, cashOffersView, toOfferRow } from './domain/cash-offers-view.ts'
import { type DrawerCommand, drawer, drawerStream } from './domain/drawer.ts'
import { type SnapshotCaches, withSnapshots } from './snapshot-cache.ts'

/** How many offers that passed are listed. */
const maxPast = 20
/** More than a shop has agents, and each of them has at most one open offer. */
const maxOpen = 100

/** So long its agent reads that a colleague did not take the cash. */
const toldOfRefusalMs = 24 * 60 * 60_000

const isJustDeclined = ({ why, endedAt }: CashOfferRow, now: string): boolean =>
  why === 'declined' && endedAt !== null && Date.parse(now) - Date.parse(endedAt) < toldOfRefusalMs

const contract = implement(revenueContract)

/** Cash that an agent gives to a colleague. */
export const offerCalls = async (deps: {
  readonly streams: Streams<BookEvent>
  readonly snapshots: SnapshotCaches
  readonly now: () => string
}) => {
  const { streams, snapshots, now } = deps
  const offers = await streams.readModel(cashOffersView)
  const handle = withSnapshots(streams.getHandler(drawer), snapshots.drawers)

  const list = async (where: Partial<Pick<CashOfferRow, 'from' | 'to' | 'state'>>, limit: number) =>
    (await offers.find({ where, limit })).documents
  /** The offer's agent. An own offer may be newer than the read model. */
  const findGiver = async (offerId: string, agentId: string) => (await offers.get(offerId))?.from ?? agentId
  const decide = async (command: DrawerCommand & { readonly offerId: string }, asked: CommandContext) => {
    const { agentId, offerId } = command
    const { state } = await handle(drawerStream(agentId), command, buildMetadata(asked, now()))
    const offer = state.offers.get(offerId)
    if (!offer) throw new Error(`the offer ${offerId} of ${agentId} was not recorded`)
    return toOfferRow(offerId, agentId, offer)
  }

  return {
    offers: contract.offers.handler(async ({ input: { agentId } }) => {
      const [toYou, [yours = null], [ended = null], given, taken] = await Promise.all([
        list({ to: agentId, state: 'open' }, maxOpen),
        list({ from: agentId, state: 'open' }, 1),
        list({ from: agentId, state: 'ended' }, 1),
        list({ from: agentId, state: 'passed' }, maxPast),
        list({ to: agentId, state: 'passed' }, maxPast),
      ])
      const past = [...given, ...taken].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, maxPast)
      const isLast = ended !== null && yours === null && ended.at > (given[0]?.at ?? '')
      return { toYou, yours, declined: isLast && isJustDeclined(ended, now()) ? ended : null, past }
    }),
    offerCash: contract.offerCash.handler(({ input: { asked, ...said } }) =>
      decide({ type: 'OfferCash', offerId: asked.commandId, ...said, at: asked.at ?? now() }, asked),
    ),
    endOffer: contract.endOffer.handler(async ({ input: { asked, agentId: by, offerId } }) => {
      const agentId = await findGiver(offerId, by)
      return decide({ type: 'EndOffer', agentId, offerId, by, at: asked.at ?? now() }, asked)
    }),
    passOn: contract.passOn.handler(async ({ input: { asked, agentId: by, offerId, counted } }) => {
      const agentId = await findGiver(offerId, by)
      return decide({ type: 'PassOn', agentId, offerId, by, counted, at: asked.at ?? now() }, asked)
    }),
  }
}
