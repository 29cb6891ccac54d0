import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import parsing from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import { WrongSettings } from '../../runtime/settings.ts'
import { certificateIn } from '../certificate-file.ts'
import type { ConnectionSecurity, Endpoint } from '../connection-check.ts'
import { clientFor } from '../refused-by-engine.ts'

const setting = 'EVENTSTORE_URL'

export type EventStoreAddress = {
  /** In the form for the client. */
  readonly url: string
  readonly endpoints: readonly Endpoint[]
  readonly security: ConnectionSecurity
}

/**
 * Checks EVENTSTORE_URL before the client does, because the client prints the whole url, with the password, for an
 * unknown option, and does not tell a missing file from an invalid url.
 * @param given esdb://, esdb+discover:// or kurrentdb://
 * @throws WrongSettings
 */
export const readEventStoreUrl = async (given: string): Promise<EventStoreAddress> => {
  // The client is older than the server's new name.
  const url = given.replace(/^kurrentdb/, 'esdb')
  const options = clientFor(setting, () => parsed(url))
  if (options === null)
    throw new WrongSettings([`${setting}: one of its options is unknown or has no effect (tlsVerifyCert): take it out`])
  const { hosts, tls = true, tlsCAFile, userCertFile } = options
  const ca = tls && tlsCAFile ? await certificateIn(`tlsCAFile in ${setting}`, tlsCAFile) : undefined
  if (userCertFile) await certificateIn(`userCertFile in ${setting}`, userCertFile)
  return { url, endpoints: hosts.map(({ address, port }) => ({ host: address, port })), security: { tls, ca } }
}

/** Null when the client would warn. */
const parsed = (url: string): ConnectionOptions | null => {
  const { warn } = console
  let warned = false
  console.warn = () => {
    warned = true
  }
  try {
    const options = parsing.parseConnectionString(url)
    return warned ? null : options
  } finally {
    console.warn = warn
  }
}
