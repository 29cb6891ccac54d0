import { Duplex } from 'node:stream'
import { connect } from 'node:tls'

/**
 * gRPC's client gives an IP address as the server's name to TLS. That works, and Node warns of it (DEP0123) once a
 * process. Lets Node warn where nobody hears it, with a connection to nowhere.
 */
export const silenceIpServerName = (): void => {
  const { noDeprecation } = process
  process.noDeprecation = true
  const nowhere = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  connect({ socket: nowhere, servername: '127.0.0.1' })
    .on('error', () => {})
    .destroy()
  nowhere.destroy()
  process.noDeprecation = noDeprecation
}
