import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type Actor, type CommandContext, nameOfActor } from '@tuma/contracts/services'
import { derivedId } from '@tuma/platform/event-sourcing'
import type { Environment } from '@tuma/platform/runtime'
import { languageIn } from './language.ts'
import type { CallContext } from './policy.ts'

/**
 * The data that comes with a command. The same actor with the same Idempotency-Key means the same command.
 * @param request what must be equal when it is sent again; never a password
 */
export type ToCommandContext = (context: CallContext, request: object, actor?: Actor) => CommandContext

export const createToCommandContext = (secret: string, { randomBytes }: Environment): ToCommandContext => {
  const secretKey = createSecretKey(secret, 'utf8')
  return (context, request, actor = context.caller.actor) => {
    const key = context.headers.get('idempotency-key')
    return {
      actor,
      commandId: key ? derivedId('bff', nameOfActor(actor), key) : Buffer.from(randomBytes(16)).toString('hex'),
      requestHash: computeHash([context.method, context.path, request], secretKey),
      correlationId: context.requestId,
      network: context.address || undefined,
      language: languageIn(context.headers) ?? undefined,
    }
  }
}

/** The same for another system, which may send the same thing twice and has no key for it. */
export type ToSystemContext = (name: string, request: object, correlationId: string) => CommandContext

export const createToSystemContext = (secret: string): ToSystemContext => {
  const secretKey = createSecretKey(secret, 'utf8')
  return (name, request, correlationId) => {
    const requestHash = computeHash([name, request], secretKey)
    return { actor: { kind: 'system', name }, commandId: requestHash, requestHash, correlationId }
  }
}

/**
 * From the parsed input: the contract's schemas give known fields in one order, and texts without outer spaces. The
 * hash is keyed because it is stored with the events: with a bare hash, names and phones could be guessed.
 */
const computeHash = (request: unknown, key: KeyObject): string =>
  createHmac('sha256', key).update(JSON.stringify(request)).digest('hex')
