import type { Actor } from '@tuma/contracts/services'
import { mpesaRefusals } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'

export const paymentCalls = ({ api, services: { payment }, asked, cookies, surroundings }: Dependencies) => {
  /** Whose payment it will be: who has no account is known again by a cookie. */
  const payerOf = (context: CallContext): Actor => {
    const { actor } = context.caller
    if (actor.kind !== 'visitor' || actor.visitorId !== null) return actor
    return { ...actor, visitorId: cookies.keepVisitor(context, surroundings.randomBytes(16)) }
  }

  return {
    verify: api.payment.verify.handler(async ({ input, context }) => {
      const { paymentReferenceId: reference, senderName, mpesaMessage: message } = input
      const verification = { asked: asked(context, input, payerOf(context)), reference, senderName, message }
      const verified = await payment.verify(verification)
      return verified.success
        ? { success: true, amount: verified.amount, mpesaMessage: verified.sentence }
        : { success: false, code: verified.code, error: mpesaRefusals[verified.code] }
    }),
  }
}
