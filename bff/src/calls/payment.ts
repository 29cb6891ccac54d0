import type { Prompt } from '@tuma/contracts/api'
import type { PaymentClient } from '@tuma/contracts/services'
import { mpesaRefusals, pastedNotes, promptRefusals, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { paidBookings } from './paid-bookings.ts'
import { recognisingPayers } from './payers.ts'
import { storedPhone } from './stored-phone.ts'

/** A sender may still pay a price that they saw a day ago. */
const dayMs = 24 * 60 * 60 * 1000
export const paymentCalls = (dependencies: Dependencies) => {
  const { api, services, toCommandContext, environment } = dependencies
  const { delivery, payment } = services
  const bookings = paidBookings(dependencies)
  const toPayer = recognisingPayers(dependencies)

  return {
    verify: api.payment.verify.handler(async ({ input, context }) => {
      const { paymentReferenceId: reference, senderName, mpesaMessage: message, adds } = input
      const verification = {
        asked: toCommandContext(context, input, toPayer(context)),
        reference,
        senderName,
        message,
        adds,
      }
      return shownVerified(await payment.verify(verification))
    }),

    claimReceipt: api.payment.claimReceipt.handler(async ({ input, context }) => {
      const { paymentReferenceId: reference, senderName, receipt, nameOrPhone = '', promptId = null, adds } = input
      const claim = { reference, senderName, receipt, nameOrPhone, promptId, adds }
      return shownVerified(
        await payment.claimReceipt({ asked: toCommandContext(context, input, toPayer(context)), ...claim }),
      )
    }),

    askPrompt: api.payment.askPrompt.handler(async ({ input, context }) => {
      const { paymentReferenceId: reference, senderName, amount, adds, book } = input
      const payer = toPayer(context)
      if (book !== undefined) {
        const { booked, found } = await bookings.ask(context, input, book, payer)
        if (!found) throw new Refused('away')
        return { ...shown(found), booking: bookings.toShown(context, booked) }
      }
      const since = new Date(Date.parse(environment.now()) - dayMs).toISOString()
      const fees = await delivery.feesSince({ since })
      const wanted = { reference, senderName, amount, fees, adds, phone: storedPhone(input.phone) }
      return shown(await payment.askPrompt({ asked: toCommandContext(context, input, payer), ...wanted }))
    }),

    unused: api.payment.unused.handler(async ({ context }) => {
      const unused = await payment.unused({ actor: context.caller.actor })
      if (unused.length === 0) return []
      const booked = await bookings.ofPayer(context)
      return unused.map(({ reference, ...paid }) => {
        const record = booked.get(reference)
        const about = { paymentReferenceId: reference, ...paid }
        return record ? { ...about, booking: bookings.toShown(context, record) } : about
      })
    }),

    openLink: api.payment.openLink.handler(async ({ input, context }) => {
      const { key, take = false } = input
      const actor = take ? toPayer(context) : context.caller.actor
      const { reference, amount } = await payment.openLink({
        asked: toCommandContext(context, input, actor),
        key,
        take,
      })
      return { paymentReferenceId: reference, amount }
    }),

    prompt: api.payment.prompt.handler(async ({ input: { id: promptId }, context }) => {
      const found = await payment.prompt({ actor: context.caller.actor, promptId })
      if (!found) throw new Refused('not_found')
      const record = found.books ? await delivery.senderBookingOfPrompt({ promptId }) : null
      return record ? { ...shown(found), booking: bookings.toShown(context, record) } : shown(found)
    }),
  }
}

const sentences = { ...mpesaRefusals, ...pastedNotes }

const shownVerified = (verified: Verified) => {
  const found = (verified.found ?? []).map(({ receipt, what }) => ({
    ...(receipt === null ? {} : { receipt }),
    ...{ code: what, message: sentences[what] },
  }))
  const beside = found.length > 0 ? { found } : {}
  if (verified.success) return { success: true, amount: verified.amount, mpesaMessage: verified.sentence, ...beside }
  const { code, receipt } = verified
  return { success: false, code, error: mpesaRefusals[code], ...(receipt === undefined ? {} : { receipt }), ...beside }
}
type Verified = Awaited<ReturnType<PaymentClient['verify']>>

/** With its sentence once it is paid; for an unpaid one M-Pesa's reason in our own words. */
export const shown = ({ promptId, state, amount, reason, sentence, total }: PromptFound): Prompt => ({
  ...{ promptId, state, amount },
  ...(reason === null ? {} : { code: reason, message: promptRefusals[reason] }),
  ...(sentence === null ? {} : { message: sentence }),
  ...(total === undefined ? {} : { total }),
})
type PromptFound = NonNullable<Awaited<ReturnType<PaymentClient['prompt']>>>
