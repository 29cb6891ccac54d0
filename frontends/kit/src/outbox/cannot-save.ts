/** Why a step could not be stored: too many wait or the disk is full, or the browser keeps nothing (a private window). */
export type CannotSaveReason = 'full' | 'noStorage'

/** The step was not stored, and is not sent. */
export class CannotSave extends Error {
  override readonly name = 'CannotSave'
  readonly reason: CannotSaveReason

  constructor(reason: CannotSaveReason, cause?: unknown) {
    super(`The step could not be stored: ${reason}`, { cause })
    this.reason = reason
  }
}

export const toCannotSave = (error: unknown): CannotSave => {
  if (error instanceof CannotSave) return error
  return new CannotSave((error as Error | null)?.name === 'QuotaExceededError' ? 'full' : 'noStorage', error)
}
