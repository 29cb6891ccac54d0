import type { EngineState } from '../ports/engines.ts'
import { EngineAway, EngineMisconfigured } from '../ports/message-bus.ts'
import type { ConnectionFault } from './connection-check.ts'

/** Why an engine does not serve us. The first four end by themselves, the others are settings. */
export type EngineFault = ConnectionFault | 'notReady' | 'timeout' | 'password' | 'right'

/** The names of an engine and its settings, for the sentences about it. */
export type EngineNames = {
  readonly engine: string
  /** The setting with its address: 'EVENTSTORE_URL'. */
  readonly address: string
  /** The setting of its user, if it is not in the address. */
  readonly user?: string
  /** The settings to check when a certificate is not trusted: 'tls, tlsCAFile and the host in EVENTSTORE_URL'. */
  readonly security: string
  /** How to turn TLS on and off: 'take tls=false out of EVENTSTORE_URL'. */
  readonly turnTlsOn: string
  readonly turnTlsOff: string
  /** The rights that its user needs. */
  readonly rights: string
}

const awaySentences = {
  noConnection: ({ engine, address }: EngineNames) =>
    `There is no connection to ${engine}: nothing answers at the address in ${address}.`,
  unknownHost: ({ engine, address }: EngineNames) =>
    `There is no connection to ${engine}: the host name in ${address} is unknown here.`,
  notReady: ({ engine }: EngineNames) => `${engine} is not ready yet.`,
  timeout: ({ engine }: EngineNames) => `${engine} does not answer in time.`,
}
const refusedSentences = {
  password: ({ engine, user, address }: EngineNames) =>
    `${engine} refuses the user or the password in ${user ?? address}.`,
  right: ({ engine, user, address, rights }: EngineNames) =>
    `${engine} does not let the user in ${user ?? address} do this: ${rights}.`,
  certificate: ({ engine, security }: EngineNames) => `There is no safe connection to ${engine}: check ${security}.`,
  speaksTls: ({ engine, turnTlsOn }: EngineNames) => `${engine} speaks only TLS at this address: ${turnTlsOn}.`,
  speaksPlain: ({ engine, turnTlsOff }: EngineNames) => `${engine} speaks no TLS at this address: ${turnTlsOff}.`,
}

/** It answers, but accepts no calls yet: it has no leader, or too much to do. */
class EngineNotReady extends EngineAway {}

const isAwayFault = (fault: EngineFault): fault is keyof typeof awaySentences => fault in awaySentences

/** A fault with its sentence for the operator, without address, user or password. */
export const toEngineError = (names: EngineNames, fault: EngineFault, cause: unknown): EngineAway =>
  isAwayFault(fault)
    ? new (fault === 'notReady' ? EngineNotReady : EngineAway)(awaySentences[fault](names), { cause })
    : new EngineMisconfigured(refusedSentences[fault](names), { cause })

/** The state of an engine after such an error. */
export const stateAfter = (error: EngineAway): EngineState => {
  if (error instanceof EngineMisconfigured) return 'refused'
  return error instanceof EngineNotReady ? 'notReady' : 'away'
}
