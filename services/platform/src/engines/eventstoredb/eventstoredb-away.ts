import { ErrorType, isCommandError } from '@eventstore/db-client'
import { EngineAway } from '../../ports/message-bus.ts'
import { tlsWords } from '../certificate-file.ts'
import { type EngineFault, type EngineNames, toEngineError } from '../engine-faults.ts'

/**
 * The longest that a server may be silent about a call. A search through all services' events may take long: a caller
 * waits no longer than `search`, and the search continues for the next caller.
 */
export const silenceMs = { call: 8000, search: 15_000, wholeSearch: 600_000 }

export class Silence extends Error {
  override readonly name = 'Silence'
}

/** The client leaves its own deadline to the server, and a silent server keeps none. @throws Silence */
export const within = async <T>(ms: number, call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Silence('no answer')), ms)
  })
  return Promise.race([call, silence]).finally(() => clearTimeout(timer))
}

/** The server's reason for refusing a call, null when it did not refuse it. */
export const getRefusal = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null

/**
 * Before 24.2 the server ends a live subscription whose reader is 32 events behind: it is no outage, and must be
 * subscribed again.
 */
export const isTooSlow = (error: unknown): boolean => getCode(error) === statusCodes.ABORTED

/** gRPC's status codes. */
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
/** An append's error has no code; a leader elsewhere has the code of something missing. */
const codeOfType: Partial<Record<ErrorType, number>> = {
  [ErrorType.TIMEOUT]: statusCodes.DEADLINE_EXCEEDED,
  [ErrorType.DEADLINE_EXCEEDED]: statusCodes.DEADLINE_EXCEEDED,
  [ErrorType.ACCESS_DENIED]: statusCodes.PERMISSION_DENIED,
  [ErrorType.UNAVAILABLE]: statusCodes.UNAVAILABLE,
  [ErrorType.CANCELLED]: statusCodes.CANCELLED,
}

/** gRPC's code, null when the error has none or an unknown one. */
const getCode = (error: unknown): number | null => {
  const type = getRefusal(error)
  if (type === ErrorType.NOT_LEADER) return statusCodes.UNAVAILABLE
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code === 'number') return code === statusCodes.UNKNOWN ? null : code
  return (type && codeOfType[type]) ?? null
}

/** Errors of appends, and of the client before there is a connection, have only words. */
const notReadyWords = /not ready|is (too )?busy|leader info/i
const discoveryWords = /failed to discover/i
const noConnectionWords = /ECONN|EPIPE/i
/**
 * The client knows few of the refusals that come inside an open stream of appends: of the others it passes on the
 * words.
 */
const unknownRefusal = /^Could not recognize /
const passwordWords = /unauthenticated|authentication/i
const rightWords = /access denied|permission|unauthorized/i

/**
 * The meaning of a failed call, null when the answer concerns that call alone. Does not explain a missing connection.
 */
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
 * A failed call with a sentence for the operator. Checks the connection itself when the call only says that there is
 * none.
 * @param look why there is no connection; null when there is one
 * @returns the cause itself when only the call was refused
 */
export const explained = async (cause: unknown, look: () => Promise<EngineFault | null>): Promise<unknown> => {
  const fault = cause instanceof EngineAway ? null : findFault(cause)
  if (fault === null) return cause
  if (fault !== 'noConnection' && fault !== 'unknownHost') return toEngineError(names, fault, cause)
  // The client does not find a cluster that runs without a leader.
  const found = (await look()) ?? (discoveryWords.test((cause as Error).message) ? 'notReady' : fault)
  return toEngineError(names, found, cause)
}
