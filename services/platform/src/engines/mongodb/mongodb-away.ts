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

/** The driver wraps a connection that died under several writes, and forgets which error it was: no server refused any. */
const isCutOffBulk = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && [error.writeErrors].flat().length === 0 && typeof error.code !== 'number'

/** Not to be reached, or in its own words "not now": it is no primary any more, or is stopping. */
export const isAway = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoTopologyClosedError ||
  // We closed it, because it asked its server no more (`stuck-heartbeat.ts`).
  error instanceof MongoClientClosedError ||
  error instanceof MongoWriteConcernError ||
  isCutOffBulk(error) ||
  // The driver passes on the first word of a socket that has just died as it is.
  (error as NodeJS.ErrnoException).code === 'EPIPE' ||
  (error instanceof MongoError &&
    (error.name === 'MongoWaitQueueTimeoutError' || error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)))

/** Its own numbers (18 AuthenticationFailed, 13 Unauthorized) and Atlas' (8000), whatever the driver has wrapped them in. */
const getRefusal = (error: unknown): 'password' | 'right' | null => {
  if (!(error instanceof Error)) return null
  if (!(error instanceof MongoServerError)) return getRefusal(error.cause)
  if (error.code === 18 || error.code === 8000) return 'password'
  if (error.code !== 13) return getRefusal(error.cause)
  return /requires authentication/i.test(error.message) ? 'password' : 'right'
}

const isTimeout = (error: unknown): boolean =>
  error instanceof MongoNetworkTimeoutError || (error as Error).name === 'MongoWaitQueueTimeoutError'

/** Some server answered, and none of them is the primary: the driver waits for that itself. */
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
 * A failed call with a sentence for the person who runs the installation; the error itself where the call alone was refused.
 * @param look why there is no connection; null where there is one
 */
export const explained = async (error: unknown, look: () => Promise<ConnectionFault | null>): Promise<unknown> => {
  const refusal = getRefusal(error)
  if (refusal !== null) return toEngineError(names, refusal, error)
  // Of mongodb+srv://, whose hosts are in the DNS.
  if (String((error as NodeJS.ErrnoException).syscall).startsWith('query'))
    return toEngineError(names, 'unknownHost', error)
  if (!isAway(error)) return error
  if (isTimeout(error)) return toEngineError(names, 'timeout', error)
  if (knowsServers(error)) return toEngineError(names, 'notReady', error)
  return toEngineError(names, (await look()) ?? 'noConnection', error)
}
