import { OtherFormat } from '../ports/message-bus.ts'

/** The format of our data in EventStoreDB and Kafka: both carry it as a marker, and another format is refused. */
export const storedFormat = 5

/**
 * For the check at a start, where other errors are ignored: the first call checks again and meets them. @throws
 * OtherFormat
 */
export const rethrowOtherFormat = (error: unknown): void => {
  if (error instanceof OtherFormat) throw error
}

/** @param stored the stored data, as in 'Kafka holds messages' @param setting where to name another server */
export const otherFormat = (stored: string, setting: string): OtherFormat =>
  new OtherFormat(
    `${stored} in a format that this version of Tuma can't read. Choose a new ENGINE_PREFIX, or name an empty server with ${setting}. Nothing has been changed.`,
  )
