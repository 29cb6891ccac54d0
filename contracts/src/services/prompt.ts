import * as z from 'zod/mini'
import { type PromptRefusal, promptRefusals, promptStates } from '../vocabulary/index.ts'

const promptRefusalCodes = Object.keys(promptRefusals) as [PromptRefusal, ...PromptRefusal[]]

/** `reason`: why it was not paid. `sentence`: the payment as a sentence, once its receipt is known. */
export const prompt = z.object({
  promptId: z.string(),
  state: z.enum(promptStates),
  amount: z.number(),
  reason: z.nullable(z.enum(promptRefusalCodes)),
  sentence: z.nullable(z.string()),
  /** Together with the payment that it was added to; missing when it was added to none. */
  total: z.optional(z.number()),
  /** The money books a parcel of its sender. */
  books: z.optional(z.literal(true)),
})
