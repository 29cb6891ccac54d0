import { setTimeout as pause } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { EngineAway, EngineMisconfigured } from '../../ports/message-bus.ts'
import { tlsWords } from '../certificate-file.ts'
import { findConnectionFault } from '../connection-check.ts'
import { type EngineNames, toEngineError } from '../engine-faults.ts'
import type { KafkaSecurity } from './kafka-security.ts'

/** CommonJS: node does not find all of its exports by name. */
const { KafkaJSAggregateError, KafkaJSConnectionError, KafkaJSProtocolError, KafkaJSSASLAuthenticationError } = kafkajs

/**
 * Kafka's final refusals (a message too large, a name that it does not accept) stay unchanged; every other error of its
 * client means that it cannot be reached now.
 */
export const orAway = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    const refusal = getRefusal(error)
    if (refusal !== null) throw new EngineMisconfigured(refusal, { cause: error })
    if (!meansAway(error)) throw error
    throw new EngineAway(`Kafka is away: ${(error as Error).message}`, { cause: error })
  }
}

/** kafkajs wraps its errors, also those of the functions it calls. */
export const meansAway = (error: unknown): boolean => {
  if (!(error instanceof Error) || (error instanceof KafkaJSProtocolError && !error.retriable)) return false
  if (error.cause instanceof Error && error.cause !== error) return meansAway(error.cause)
  return error instanceof EngineAway || error.name.startsWith('KafkaJS')
}

const names: EngineNames = {
  engine: 'Kafka',
  address: 'KAFKA_BROKERS',
  user: 'KAFKA_USERNAME and KAFKA_PASSWORD',
  security: 'KAFKA_TLS, KAFKA_CA_FILE and the host in KAFKA_BROKERS',
  turnTlsOn: 'set KAFKA_TLS=yes',
  turnTlsOff: 'set KAFKA_TLS=no',
  rights: 'the ACLs of its topics and groups',
}

/**
 * A broker that demands TLS closes the connection without an answer, and so does one without TLS.
 * @param brokers host:port, with commas between several
 * @returns null when TLS is not the reason for the missing connection
 */
export const findTlsFault = async (brokers: string, tls: KafkaSecurity['tls']): Promise<EngineMisconfigured | null> => {
  const endpoints = brokers.split(',').map((broker) => {
    const [host = '', port] = broker.split(':')
    return { host, port: Number(port) }
  })
  const fault = await findConnectionFault(endpoints, { tls: tls !== undefined, ca: tls?.ca })
  return fault === 'speaksTls' || fault === 'speaksPlain'
    ? (toEngineError(names, fault, null) as EngineMisconfigured)
    : null
}

/**
 * The sentence for the operator, null when the error is no refusal. kafkajs wraps one error in another, and several in
 * one.
 */
const getRefusal = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof KafkaJSSASLAuthenticationError)
    return 'Kafka refuses the user or the password in KAFKA_USERNAME and KAFKA_PASSWORD.'
  if (error instanceof KafkaJSProtocolError && error.type.endsWith('_AUTHORIZATION_FAILED'))
    return 'Kafka does not let the user in KAFKA_USERNAME do this: check its rights (ACLs).'
  if (error instanceof KafkaJSConnectionError && tlsWords.test(error.message))
    return 'There is no safe connection to Kafka: check KAFKA_TLS, KAFKA_CA_FILE and the host in KAFKA_BROKERS.'
  const inside = error instanceof KafkaJSAggregateError ? error.errors : error.cause === error ? [] : [error.cause]
  return (inside as readonly unknown[]).map(getRefusal).find((sentence) => sentence !== null) ?? null
}

/** @throws EngineAway when it takes longer than `ms` */
export const within = async <T>(ms: number, call: Promise<T>): Promise<T> => {
  const settled = new AbortController()
  const late = pause(ms, undefined, { signal: settled.signal }).then(() => {
    throw new EngineAway(`Kafka is away: no answer within ${ms} ms`)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    late.catch(() => {})
    settled.abort()
  }
}
