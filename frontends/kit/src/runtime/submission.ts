import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallContext } from './api.ts'
import type { ApiError } from './api-error.ts'
import { useOfferAfterSession } from './ended-session.ts'

type Procedure<Input, Output> = {
  call: (input: Input, options: { context: CallContext }) => Promise<Output>
  mutationKey: () => readonly unknown[]
}

type SubmissionOptions<Input, Output> = Omit<UseMutationOptions<Output, ApiError, Input>, 'mutationFn'> & {
  /** Whether a guest may send the same; asked when a session is found to have ended. Default: yes. */
  readonly guestsMay?: () => boolean
}
const always = () => true

/**
 * A POST that is carried out once, however often it is sent: `useSubmission(api.requests.doorstep, { onSuccess })`.
 * The same input gets the same idempotency key until it has succeeded (a lost answer, an impatient person);
 * another input, or the next time, gets a new one. Whose session has ended meanwhile is asked how to go on. Otherwise
 * it is TanStack Query's mutation.
 */
export function useSubmission<Input, Output>(
  procedure: Procedure<Input, Output>,
  { guestsMay = always, ...options }: SubmissionOptions<Input, Output> = {},
): UseMutationResult<Output, ApiError, Input> {
  const sent = useRef({ body: '', key: '' })
  const offer = useOfferAfterSession()
  return useMutation<Output, ApiError, Input>({
    mutationKey: procedure.mutationKey() as unknown[],
    ...options,
    onError: (error, ...more) => {
      if (error.code === 'not_signed_in') void offer(guestsMay())
      return options.onError?.(error, ...more)
    },
    mutationFn: async (input) => {
      const body = JSON.stringify(input)
      if (sent.current.body !== body) sent.current = { body, key: newKey() }
      const answer = await procedure.call(input, { context: { idempotencyKey: sent.current.key } })
      sent.current = { body: '', key: '' }
      return answer
    },
  })
}

/** As random as a UUID, which browsers make on https and localhost only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
