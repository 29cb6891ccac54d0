import { connect as connectPlain, isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

export type Endpoint = { readonly host: string; readonly port: number }
/** `ca` is PEM; without it Node's own authorities are trusted. */
export type ConnectionSecurity = { readonly tls: boolean; readonly ca?: string | undefined }
export type ConnectionFault = 'unknownHost' | 'noConnection' | 'certificate' | 'speaksTls' | 'speaksPlain'

const patienceMs = 2000
const silenceMs = 1000
/** A wrong setting is wrong for all servers of a cluster, so it is reported before a server that is away. */
const byWeight: readonly ConnectionFault[] = ['certificate', 'speaksTls', 'speaksPlain', 'noConnection', 'unknownHost']

/**
 * Finds out why a client has no connection: clients that look for a cluster's leader hide the reason, and a client
 * without TLS only sees that its connection was closed. Begins a TLS handshake with each endpoint and sends nothing.
 * @returns null when one of them can be reached with this security
 */
export const findConnectionFault = async (
  endpoints: readonly Endpoint[],
  security: ConnectionSecurity,
): Promise<ConnectionFault | null> => {
  const faults = await Promise.all(endpoints.map((endpoint) => faultAt(endpoint, security)))
  return faults.includes(null) ? null : (byWeight.find((fault) => faults.includes(fault)) ?? null)
}

const faultAt = async (endpoint: Endpoint, { tls, ca }: ConnectionSecurity): Promise<ConnectionFault | null> => {
  const { isConnected, error } = await shakeHands(endpoint, tls, ca)
  if (error === null) return tls ? null : 'speaksTls'
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'unknownHost'
  if (!isConnected) return 'noConnection'
  if (!tls) return null
  if (/^ERR_SSL_/.test(code)) return 'speaksPlain'
  if (isOfCertificate.test(code)) return 'certificate'
  return (await keepsSilentConnection(endpoint)) ? 'speaksPlain' : 'noConnection'
}

/**
 * MongoDB and Kafka without TLS cannot read the first bytes of a handshake and close the connection. A server that is
 * stopping, and a proxy without a server, close every connection: only this check tells them apart.
 */
const keepsSilentConnection = ({ host, port }: Endpoint): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectPlain({ host, port })
    const end = (isKept: boolean) => {
      clearTimeout(timer)
      resolve(isKept)
      socket.destroy()
    }
    const timer = setTimeout(() => end(!socket.connecting), silenceMs)
    socket.once('close', () => end(false))
    socket.once('end', () => end(false))
    socket.on('error', () => end(false))
  })

/** Node's codes: SELF_SIGNED_CERT_IN_CHAIN, UNABLE_TO_GET_ISSUER_CERT_LOCALLY, ERR_TLS_CERT_ALTNAME_INVALID, … */
const isOfCertificate = /CERT|ISSUER|SIGNATURE|ALTNAME|INVALID_CA/

type Handshake = { readonly isConnected: boolean; readonly error: Error | null }

/** @param isTrusting false: the call only checks whether the other side speaks TLS */
const shakeHands = ({ host, port }: Endpoint, isTrusting: boolean, ca: string | undefined): Promise<Handshake> =>
  new Promise((resolve) => {
    const name = isIP(host) ? {} : { servername: host }
    const socket: TLSSocket = connect({
      ...{ host, port, rejectUnauthorized: isTrusting, timeout: patienceMs, ALPNProtocols: ['h2'] },
      ...name,
      ...(ca === undefined ? {} : { ca }),
    })
    let isConnected = false
    const end = (error: Error | null) => {
      resolve({ isConnected, error })
      socket.destroy()
    }
    socket.once('connect', () => {
      isConnected = true
    })
    socket.once('secureConnect', () => end(null))
    socket.once('timeout', () => end(new Error('no answer')))
    socket.once('close', () => end(new Error('closed')))
    socket.on('error', end)
  })
