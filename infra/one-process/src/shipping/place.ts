import type { DegradedBackup } from '@tuma/platform/ports'

/**
 * Where a backup is shipped to: named objects, each whole or missing. Every method rejects with PlaceTrouble while the
 * place cannot be used.
 */
export type Place = {
  /** The names that begin so, in order. */
  list(prefix: string): Promise<string[]>
  get(name: string): Promise<Buffer | null>
  /** Replaces an object of this name. On the place's disk when it resolves. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Removes what begins so, in all versions that the place has of it; but for the names that `keeps` holds. */
  remove(prefix: string, keeps: (name: string) => boolean): Promise<void>
}

export class PlaceTrouble extends Error {
  override readonly name = 'PlaceTrouble'
  readonly state: DegradedBackup['state']
  constructor(state: DegradedBackup['state'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.state = state
  }
}

/**
 * A place that answers each call within that time or is slow. A call that has not ended is not joined by others: a hung
 * disk would take one thread after the other.
 */
export const withTimeLimit = (place: Place, limitMs: number): Place => {
  let underWay = 0
  const limited = async <T>(begin: () => Promise<T>): Promise<T> => {
    if (underWay > 0) throw new PlaceTrouble('slow', 'the place has not answered an earlier call')
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => timeout.reject(new PlaceTrouble('slow', `the place has not answered in ${limitMs / 1000} seconds`)),
      limitMs,
    ).unref()
    underWay += 1
    const call = begin().finally(() => {
      underWay -= 1
    })
    call.catch(() => undefined)
    return Promise.race([call, timeout.promise]).finally(() => clearTimeout(timer))
  }
  return {
    list: (prefix) => limited(() => place.list(prefix)),
    get: (name) => limited(() => place.get(name)),
    put: (name, bytes) => limited(() => place.put(name, bytes)),
    remove: (prefix, keeps) => limited(() => place.remove(prefix, keeps)),
  }
}
