import { EngineMisconfigured } from '../ports/message-bus.ts'
import { WrongSettings } from '../runtime/settings.ts'

/** Gets the sentence for whoever runs the installation, once until the engine takes calls again. */
export type OnRefused = (sentence: string) => void

/** An engine that takes no user or password of ours. The sentence names the setting and says nothing of what is in it. */
export const openRefusals = (sentence: string, onRefused: OnRefused = () => {}) => {
  let isRefused = false
  return {
    refused(cause: unknown): EngineMisconfigured {
      if (!isRefused) onRefused(sentence)
      isRefused = true
      return new EngineMisconfigured(sentence, { cause })
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
