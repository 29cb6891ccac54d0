import { Duplex } from 'node:stream'
import { connect } from 'node:tls'

/**
 * gRPC's client gives an IP address as the server's name to TLS. That works, but Node warns of it (DEP0123) once in
 * each process. Triggers the warning while it is switched off, with a connection that goes nowhere.
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
