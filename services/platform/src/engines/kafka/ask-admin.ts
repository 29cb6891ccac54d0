import type { Admin } from 'kafkajs'
import { once } from '../once.ts'
import { orAway, within } from './away.ts'

/** @throws EngineAway */
export type AskAdmin = <T>(question: (admin: Admin) => Promise<T>) => Promise<T>

/** Connects at the first question. */
export const askAdmin = (admin: Admin, patienceMs: number): AskAdmin => {
  const connected = once(() => admin.connect())
  return (question) => within(patienceMs, orAway(connected().then(() => question(admin))))
}
