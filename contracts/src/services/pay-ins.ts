import * as z from 'zod/mini'
import { commandContext } from './command-context.ts'
import { bffCall } from './internal-call.ts'
import { prompt } from './prompt.ts'

const drawer = z.string()

/** Cash that an agent pays to the till by M-Pesa. `drawer` is the agent's account, `amount` whole shillings. */
export const payInCalls = {
  /**
   * Sends a prompt for cash to a phone (254…). One prompt of a drawer is open at a time. What it brings is never a
   * payer's. `inDrawer`: cents of cash with the agent. @refuses prompts_off, more_than_cash, prompt_open, too_many
   */
  askPayIn: bffCall
    .input(
      z.object({
        asked: commandContext,
        drawer,
        inDrawer: z.number(),
        name: z.string(),
        phone: z.string(),
        amount: z.number(),
      }),
    )
    .output(prompt),
  /** Null when it is not a prompt of this drawer. */
  payInPrompt: bffCall.input(z.object({ drawer, promptId: z.string() })).output(z.nullable(prompt)),
  /** The newest 20 of a drawer, newest first. `paymentId`: the payment that a prompt became. */
  payInPrompts: bffCall
    .input(z.object({ drawer }))
    .output(z.array(z.extend(prompt, { paymentId: z.nullable(z.string()), at: z.string() }))),
  /**
   * Cash that was paid to the till by hand, by its receipt and a word of the payer's name or the end of their phone.
   * @refuses not_paid_yet (nothing better than a message tells of it), payer_differs, payment_used, bad_input, too_many
   */
  claimPayIn: bffCall
    .input(z.object({ asked: commandContext, drawer, receipt: z.string(), payer: z.string() }))
    .output(z.object({ paymentId: z.string() })),
}
