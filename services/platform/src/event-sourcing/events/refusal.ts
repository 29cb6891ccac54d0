/**
 * A business no, recognised by its shape so that the platform needs no business word: `name` is 'Refused', `code` is
 * one of the codes in the contracts.
 */
export type Refusal = Error & {
  readonly name: 'Refused'
  readonly code: string
  readonly details?: { readonly [name: string]: string | number | boolean | null } | undefined
}

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === 'Refused' && 'code' in error && typeof error.code === 'string'

export const refusal = (code: string, details?: Refusal['details']): Refusal =>
  Object.assign(new Error(code), { name: 'Refused' as const, code, details })
