import {
  MongoBulkWriteError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb'

/** The driver wraps a connection that died under several writes, and forgets which error it was: no server refused any. */
const isCutOffBulk = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && [error.writeErrors].flat().length === 0 && typeof error.code !== 'number'

/** Not to be reached, or in its own words "not now": it is no primary any more, or is stopping. */
export const isAway = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoTopologyClosedError ||
  error instanceof MongoWriteConcernError ||
  isCutOffBulk(error) ||
  // The driver passes on the first word of a socket that has just died as it is.
  (error as NodeJS.ErrnoException).code === 'EPIPE' ||
  (error instanceof MongoError &&
    (error.name === 'MongoWaitQueueTimeoutError' || error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)))

/** Its own numbers (18 AuthenticationFailed, 13 Unauthorized) and Atlas' (8000), whatever the driver has wrapped them in. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof MongoServerError && refusing.has(error.code as number)) || isRefused(error.cause))

const refusing: ReadonlySet<number> = new Set([13, 18, 8000])
