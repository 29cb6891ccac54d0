import type { EngineMisconfigured } from '../ports/message-bus.ts'
import { WrongSettings } from '../runtime/settings.ts'

/** Gets the sentence for whoever runs the installation, once until the engine takes calls again. */
export type OnRefused = (sentence: string) => void

/** Tells `onRefused` when an engine begins to refuse us, and not again until it has taken a call. */
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
 * Makes an engine's client of an address with a password in it. What a client says of one that it can't read may show the
 * password, so that stands in no error and in no cause.
 * @throws WrongSettings
 */
export const clientFor = <Client>(setting: string, make: () => Client): Client => {
  try {
    return make()
  } catch {
    throw new WrongSettings([`${setting}: can't be read; in a user or password @ : / % are written as %40 %3A %2F %25`])
  }
}
