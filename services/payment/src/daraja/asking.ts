import { type Loose, textOf, toLoose } from './loose-json.ts'

/** How a request to Daraja ended. */
export type Answer =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** Null where the answer was not JSON, such as a page of HTML, even with status 200. */
      readonly body: Loose | null
    }
  /** The request certainly did not arrive. */
  | { readonly kind: 'unsent'; readonly code: string }
  /** The request may have arrived. */
  | { readonly kind: 'lost'; readonly code: string }

export type Question = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly authorization: string
  readonly body?: object
  readonly timeoutMs: number
}

/** Errors that end a call before its first byte has left. */
const beforeTheFirstByte = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Sends a request once. Errors contain neither the request nor the answer, because only the caller may see them. */
export const askOver =
  (send: typeof fetch) =>
  async ({ url, method, authorization, body, timeoutMs }: Question): Promise<Answer> => {
    try {
      const response = await send(url, {
        method,
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        // Our keys must not go to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { kind: 'answered', status: response.status, body: toLoose(await response.text()) }
    } catch (error) {
      const code = codeIn(error)
      return { kind: beforeTheFirstByte.has(code) ? 'unsent' : 'lost', code }
    }
  }

const codeIn = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  for (const one of [inner, error])
    if (one instanceof Error && 'code' in one && typeof one.code === 'string') return one.code
  return error.name
}

/** Daraja's own code, else the status: `400.002.02`, `http-502`. */
export const getErrorCode = (answer: Answer): string => {
  if (answer.kind !== 'answered') return answer.code
  return textOf(answer.body?.errorCode) ?? `http-${answer.status}`
}

export const getErrorText = (answer: Answer): string =>
  answer.kind === 'answered' ? (textOf(answer.body?.errorMessage) ?? '') : ''

/**
 * A refused token is reported in three ways, depending on the product, and in a fourth where we do not have the
 * product.
 */
export const isTokenError = (answer: Answer): boolean =>
  answer.kind === 'answered' &&
  (answer.status === 401 ||
    ['404.001.03', '400.003.01', '401.002.01'].includes(getErrorCode(answer)) ||
    /invalid access token/i.test(getErrorText(answer)))

/** 0, as a number or as a text. */
export const isAccepted = (answer: Answer): answer is Extract<Answer, { kind: 'answered' }> & { body: Loose } =>
  answer.kind === 'answered' && answer.status === 200 && textOf(answer.body?.ResponseCode) === '0'
