import type { EngineMisconfigured } from '../ports/message-bus.ts'
import { WrongSettings } from '../runtime/settings.ts'

/** Gets the sentence for the operator, once until the engine accepts calls again. */
export type OnRefused = (sentence: string) => void

/** Calls `onRefused` when an engine begins to refuse us, and not again until it has accepted a call. */
export const oncePerState = (onRefused: OnRefused = () => {}) => {
  let isRefused = false
  return {
    refused(error: EngineMisconfigured): EngineMisconfigured {
      if (!isRefused) onRefused(error.message)
      isRefused = true
      return error
    },
    taken(): void {
      isRefused = false
    },
  }
}

/**
 * Makes an engine's client from an address with a password. A client's own error about a bad address may contain the
 * password, so that it is not in our error or its cause.
 * @throws WrongSettings
 */
export const clientFor = <Client>(setting: string, make: () => Client): Client => {
  try {
    return make()
  } catch {
    throw new WrongSettings([`${setting}: can't be read; in a user or password @ : / % are written as %40 %3A %2F %25`])
  }
}
