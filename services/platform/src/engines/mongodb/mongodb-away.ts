import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb'
import type { ConnectionFault } from '../connection-check.ts'
import { type EngineNames, toEngineError } from '../engine-faults.ts'

/**
 * The driver wraps the error of a connection that ended under several writes and forgets it: no server refused any
 * write.
 */
const isCutOffBulk = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && [error.writeErrors].flat().length === 0 && typeof error.code !== 'number'

/** Unreachable, or in its own words "not now": it is no longer primary, or is stopping. */
export const isAway = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoTopologyClosedError ||
  // We closed the client because it stopped asking its server (`stuck-heartbeat.ts`).
  error instanceof MongoClientClosedError ||
  error instanceof MongoWriteConcernError ||
  isCutOffBulk(error) ||
  // The driver passes on the first error of a socket that has just ended unchanged.
  (error as NodeJS.ErrnoException).code === 'EPIPE' ||
  (error instanceof MongoError &&
    (error.name === 'MongoWaitQueueTimeoutError' || error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)))

/** MongoDB's own numbers (18 AuthenticationFailed, 13 Unauthorized) and Atlas' (8000), in any wrapper of the driver. */
const getRefusal = (error: unknown): 'password' | 'right' | null => {
  if (!(error instanceof Error)) return null
  if (!(error instanceof MongoServerError)) return getRefusal(error.cause)
  if (error.code === 18 || error.code === 8000) return 'password'
  if (error.code !== 13) return getRefusal(error.cause)
  return /requires authentication/i.test(error.message) ? 'password' : 'right'
}

const isTimeout = (error: unknown): boolean =>
  error instanceof MongoNetworkTimeoutError || (error as Error).name === 'MongoWaitQueueTimeoutError'

/** A server answered, but none is the primary: the driver waits for that itself. */
const knowsServers = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError &&
  [...(error.reason?.servers.values() ?? [])].some(({ type }) => type !== 'Unknown')

const names: EngineNames = {
  engine: 'MongoDB',
  address: 'MONGODB_URL',
  security: 'tlsCAFile, the certificate and the host in MONGODB_URL',
  turnTlsOn: 'add tls=true to MONGODB_URL',
  turnTlsOff: 'take tls=true out of MONGODB_URL',
  rights: 'readWrite on the database of each service (tuma-delivery, …)',
}

/**
 * A failed call with a sentence for the operator; the error itself when only the call was refused.
 * @param look why there is no connection; null when there is one
 */
export const explained = async (error: unknown, look: () => Promise<ConnectionFault | null>): Promise<unknown> => {
  const refusal = getRefusal(error)
  if (refusal !== null) return toEngineError(names, refusal, error)
  // For mongodb+srv://, whose hosts are in the DNS.
  if (String((error as NodeJS.ErrnoException).syscall).startsWith('query'))
    return toEngineError(names, 'unknownHost', error)
  if (!isAway(error)) return error
  if (isTimeout(error)) return toEngineError(names, 'timeout', error)
  if (knowsServers(error)) return toEngineError(names, 'notReady', error)
  return toEngineError(names, (await look()) ?? 'noConnection', error)
}
