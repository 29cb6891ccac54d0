import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from './policy.ts'
import { promptAtTheDoor } from './prompt-at-the-door.ts'

/** Whether a caller may watch what becomes of a prompt on a phone. */
export const watchedPrompt = ({ services }: Pick<Dependencies, 'services'>) => {
  const { payment, delivery } = services
  const atTheDoor = promptAtTheDoor(services)
  const ofPayer = ({ caller: { actor } }: CallContext, promptId: string) => payment.prompt({ actor, promptId })
  /** The agent's own cash is paid in by it. */
  const ofCash = async ({ caller: { user } }: CallContext, promptId: string) =>
    user?.role === 'agent' ? payment.payInPrompt({ drawer: user._id, promptId }) : null
  /** It is for a parcel that waits at the counter of the agent's own shop. */
  const ofBooking = async ({ caller: { actor } }: CallContext, promptId: string): Promise<boolean> => {
    if (actor.kind !== 'user' || actor.role !== 'agent' || actor.shop === null) return false
    return (await delivery.hasBookingOfPrompt({ shop: actor.shop, promptId })).found
  }
  const ways = [ofPayer, atTheDoor, ofCash, ofBooking]

  /** @throws Refused not_found for a caller who is neither its payer nor an agent who asks for it */
  return async (context: CallContext, promptId: string | undefined): Promise<string | null> => {
    if (promptId === undefined) return null
    for (const isShownTo of ways) if (await isShownTo(context, promptId)) return promptId
    throw new Refused('not_found')
  }
}
