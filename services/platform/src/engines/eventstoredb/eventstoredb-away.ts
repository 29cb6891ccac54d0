import { ErrorType, isCommandError } from '@eventstore/db-client'
import { EngineAway } from '../../ports/message-bus.ts'
import { tlsWords } from '../certificate-file.ts'
import { type EngineFault, type EngineNames, toEngineError } from '../engine-faults.ts'

/**
 * The longest that a server may be silent about a call. A search through everything that others wrote takes its time:
 * whoever asks for it waits no longer than `search`, and it goes on for the next one who asks.
 */
export const silenceMs = { call: 8000, search: 15_000, wholeSearch: 600_000 }

export class Silence extends Error {
  override readonly name = 'Silence'
}

/** The client's own deadline is the server's to keep: a silent server keeps none. @throws Silence */
export const within = async <T>(ms: number, call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Silence('no answer')), ms)
  })
  return Promise.race([call, silence]).finally(() => clearTimeout(timer))
}

/** How the server refused a call, null when it did not. */
export const getRefusal = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null

/** Before 24.2 the server ends a live subscription whose reader is 32 events behind: nothing is away, it wants to be asked anew. */
export const isTooSlow = (error: unknown): boolean => getCode(error) === statusCodes.ABORTED

/** gRPC's. */
const statusCodes = {
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  PERMISSION_DENIED: 7,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
}
/** An append's error comes without the code; a leader elsewhere has that of something missing. */
const codeOfType: Partial<Record<ErrorType, number>> = {
  [ErrorType.TIMEOUT]: statusCodes.DEADLINE_EXCEEDED,
  [ErrorType.DEADLINE_EXCEEDED]: statusCodes.DEADLINE_EXCEEDED,
  [ErrorType.ACCESS_DENIED]: statusCodes.PERMISSION_DENIED,
  [ErrorType.UNAVAILABLE]: statusCodes.UNAVAILABLE,
  [ErrorType.CANCELLED]: statusCodes.CANCELLED,
}

/** gRPC's code, null where there is none or where it says nothing. */
const getCode = (error: unknown): number | null => {
  const type = getRefusal(error)
  if (type === ErrorType.NOT_LEADER) return statusCodes.UNAVAILABLE
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code === 'number') return code === statusCodes.UNKNOWN ? null : code
  return (type && codeOfType[type]) ?? null
}

/** What appends are answered, and what the client says before there is a connection, has words only. */
const notReadyWords = /not ready|is (too )?busy|leader info/i
const discoveryWords = /failed to discover/i
const noConnectionWords = /ECONN|EPIPE/i
/** The client knows few of the refusals that come inside an open stream of appends: of the others it passes on the words. */
const unknownRefusal = /^Could not recognize /
const passwordWords = /unauthenticated|authentication/i
const rightWords = /access denied|permission|unauthorized/i

/** What a failed call means, null for an answer to that call alone. Says nothing of why there is no connection. */
const findFault = (error: unknown): EngineFault | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof Silence) return 'timeout'
  const { message } = error
  switch (getCode(error)) {
    case statusCodes.UNAUTHENTICATED:
      return 'password'
    case statusCodes.PERMISSION_DENIED:
      return 'right'
    case statusCodes.DEADLINE_EXCEEDED:
    case statusCodes.ABORTED:
      return 'timeout'
    case statusCodes.UNAVAILABLE:
      return ofConnection(error)
    case statusCodes.CANCELLED:
    case statusCodes.INTERNAL:
      return 'noConnection'
    case null:
      if (notReadyWords.test(message)) return 'notReady'
      if (discoveryWords.test(message) || noConnectionWords.test(message)) return 'noConnection'
      if (!unknownRefusal.test(message)) return null
      return passwordWords.test(message) ? 'password' : rightWords.test(message) ? 'right' : null
    default:
      return null
  }
}

const ofConnection = (error: Error): EngineFault => {
  if (getRefusal(error) === ErrorType.NOT_LEADER || notReadyWords.test(error.message)) return 'notReady'
  if (error.message.includes('Name resolution failed')) return 'unknownHost'
  if (/SSL routines|wrong version number/i.test(error.message)) return 'speaksPlain'
  return tlsWords.test(error.message) ? 'certificate' : 'noConnection'
}

const names: EngineNames = {
  engine: 'EventStoreDB',
  address: 'EVENTSTORE_URL',
  security: 'tlsCAFile and the host in EVENTSTORE_URL',
  turnTlsOn: 'take tls=false out of EVENTSTORE_URL',
  turnTlsOff: 'add tls=false to EVENTSTORE_URL',
  rights: 'read $all, and read and append to the streams of Tuma',
}

/**
 * A failed call with a sentence for the person who runs the installation. Looks at the connection itself where the call says
 * only that there is none.
 * @param look why there is no connection; null where there is one
 * @returns the cause itself where the call alone was refused
 */
export const explained = async (cause: unknown, look: () => Promise<EngineFault | null>): Promise<unknown> => {
  const fault = cause instanceof EngineAway ? null : findFault(cause)
  if (fault === null) return cause
  if (fault !== 'noConnection' && fault !== 'unknownHost') return toEngineError(names, fault, cause)
  // No client finds a cluster that is there and has no leader.
  const found = (await look()) ?? (discoveryWords.test((cause as Error).message) ? 'notReady' : fault)
  return toEngineError(names, found, cause)
}
