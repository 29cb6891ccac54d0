import { OtherFormat } from '../ports/message-bus.ts'

/** The format of what EventStoreDB and Kafka store for us: they carry it as a marker, and another one is refused. */
export const storedFormat = 5

/** For the check at a start: whatever else fails is met again by the first call, which checks too. @throws OtherFormat */
export const rethrowOtherFormat = (error: unknown): void => {
  if (error instanceof OtherFormat) throw error
}

/** @param stored what is there, as in 'Kafka holds messages' @param setting where to name another server */
export const otherFormat = (stored: string, setting: string): OtherFormat =>
  new OtherFormat(
    `${stored} in a format that this version of Tuma can't read. Choose a new ENGINE_PREFIX, or name an empty server with ${setting}. Nothing has been changed.`,
  )
