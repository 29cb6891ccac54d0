import { ORPCError, ValidationError } from '@orpc/contract'
import { fillSentence, type RefusalCode, Refused, refusals } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'

/** The sentence of zod/mini where the contract has none of its own. */
const noSentence = 'Invalid input'

type Facts = { readonly [name: string]: unknown }
type Answer = ORPCError<string, Facts | undefined>

const answer = (code: RefusalCode, facts?: Facts, sentence: string = refusals[code].message): Answer => {
  const message = fillSentence(sentence, facts, 'en')
  return new ORPCError(code, { defined: true, status: refusals[code].status, message, data: facts })
}

/** A refusal with more facts than services give. */
export const refusedWith = (code: RefusalCode, facts: Facts): Answer => answer(code, facts)

/** A fault has no details: they are in the log, under the request's id. */
export const fault: Answer = new ORPCError('fault', {
  status: 500,
  message: 'Something went wrong on our side. Please try again.',
  data: undefined,
})

/** The answer for an error; `fault` for everything that is not a refusal. */
export const answerTo = (error: unknown): Answer => {
  if (isRefusal(error) && Object.hasOwn(refusals, error.code)) return answer(error.code as RefusalCode, error.details)
  if (error instanceof EngineAway) return answer('away')
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return badInput(error.cause)
  if (error instanceof ORPCError && Object.hasOwn(refusals, error.code)) return error
  return fault
}

const badInput = (cause: unknown): Answer => {
  const issue = cause instanceof ValidationError ? cause.issues[0] : undefined
  const field = issue?.path?.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  const sentence = issue && issue.message !== noSentence ? issue.message : undefined
  return answer('bad_input', field ? { field } : undefined, sentence)
}

/** A refusal's facts are beside its sentence, and under `data` for callers that use oRPC's own client. */
export const getBody = (error: ORPCError<string, unknown>): object => ({ ...(error.data as object), ...error.toJSON() })

/** Errors of Express' body readers, in our words. */
export const bodyRefusal = (error: unknown): unknown => {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  if (status === 413) return new Refused('too_large')
  if (status === 415) return new Refused('not_json')
  return status >= 400 && status < 500 ? new Refused('bad_input') : error
}
