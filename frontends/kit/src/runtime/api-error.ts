import english from './texts/refusals.en.json' with { type: 'json' }

/**
 * Every failed call ends as this error.
 * `status` is HTTP's, 0 when no answer came; `code` is a refusal's (`@tuma/contracts/vocabulary`) or 'fault' | 'unreachable';
 * `message` is a sentence that a person may read; `field` names the input it is about, as a path ("receiver.phone");
 * `details` are the refusal's other facts (`{ short: 50 }`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(answer: {
    status: number
    code: string
    message: string
    field?: string
    details?: Record<string, unknown>
  }) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.field = answer.field
    this.details = answer.details ?? {}
  }
}

const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const unexplained = 'Something went wrong on our side. Please try again.'

/** Reads the body of a refused call; whatever is not one of ours becomes a fault without detail. */
export function apiErrorFrom(status: number, body: unknown): ApiError {
  const { message, code, data, status: _, defined: __, ...rest } = record(body)
  const { field, ...details } = { ...rest, ...record(data) }
  const known = text(message)
  if (status >= 500 && !(status === 503 && known)) {
    return new ApiError({ status, code: text(code) ?? 'fault', message: unexplained })
  }
  return new ApiError({
    status,
    code: text(code) ?? 'fault',
    message: known ?? unexplained,
    field: text(field),
    details,
  })
}

export const unreachable = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'unreachable',
    message: english.unreachable,
  })
