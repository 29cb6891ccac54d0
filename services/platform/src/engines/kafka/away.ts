import { setTimeout as pause } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { EngineAway, EngineMisconfigured } from '../../ports/message-bus.ts'

/** CommonJS: node does not find all of its exports by name. */
const { KafkaJSProtocolError, KafkaJSSASLAuthenticationError } = kafkajs

/**
 * What Kafka refuses for good (a message too large, a name it does not take) stays as it is; whatever else its client
 * fails with means that it can't be reached just now.
 */
export const orAway = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    if (!meansAway(error)) throw error
    if (isRefused(error)) throw new EngineMisconfigured(refusal, { cause: error })
    throw new EngineAway(`Kafka is away: ${(error as Error).message}`, { cause: error })
  }
}

/** kafkajs wraps what it fails with, also the faults of those it calls. */
export const meansAway = (error: unknown): boolean => {
  if (!(error instanceof Error) || (error instanceof KafkaJSProtocolError && !error.retriable)) return false
  if (error.cause instanceof Error && error.cause !== error) return meansAway(error.cause)
  return error instanceof EngineAway || error.name.startsWith('KafkaJS')
}

const refusal = 'Kafka refuses the user or the password in KAFKA_USERNAME and KAFKA_PASSWORD.'
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof KafkaJSSASLAuthenticationError || (error.cause !== error && isRefused(error.cause)))

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
