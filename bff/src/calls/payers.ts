import { createHmac, createSecretKey } from 'node:crypto'
import type { Actor } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'

/** Shorter keys may be used by several people. */
const shortestKey = 16

/** The payer of a call, as an account or by the cookie of a browser, which a first payment sets. */
export const recognisingPayers = ({
  cookies,
  settings,
  environment,
}: Pick<Dependencies, 'cookies' | 'settings' | 'environment'>) => {
  const secret = createSecretKey(settings.secret, 'utf8')
  /**
   * Derives the cookie from key and network, so that a repeated first request gets the same cookie. A visitor who lost
   * the answer with its cookie sends the request again, and has the payment.
   */
  const newVisitor = ({ headers, address }: CallContext): Uint8Array => {
    const key = headers.get('idempotency-key') ?? ''
    if (key.length < shortestKey) return environment.randomBytes(16)
    return createHmac('sha256', secret)
      .update(JSON.stringify(['visitor of a press', key, address]))
      .digest()
      .subarray(0, 16)
  }
  /** The payer: a visitor without an account is recognised by a cookie. */
  return (context: CallContext): Actor => {
    const { actor } = context.caller
    if (actor.kind !== 'visitor' || actor.visitorId !== null) return actor
    return { ...actor, visitorId: cookies.keepVisitor(context, newVisitor(context)) }
  }
}
