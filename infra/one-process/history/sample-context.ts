import { setTimeout as pause } from 'node:timers/promises'
import type { KeptMessage } from '@tuma/contracts/services'
import { type Answer, type Visitor, visitor } from '../api/visitor.ts'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'

/** The people of the demonstration, the messages that would have been sent, and the clock, for the samples. */
export type SampleContext = {
  stranger(): Visitor
  signedIn(username: string, keepSignedIn?: boolean): Promise<Visitor>
  /** The token of the newest link that was sent there. */
  linkTo(address: string, kind: 'verify-email' | 'resetpassword'): Promise<string>
  /** Resolves with what the brackets of the pattern match, in an SMS to that phone. */
  smsTo(phone: string, saying: RegExp): Promise<string>
  /** Resolves when all that follows from earlier commands has been stored. */
  settled(): Promise<void>
  /** Moves the clock forward. */
  later(minutes: number): void
}

const [patienceMs, pollIntervalMs] = [120_000, 100]

/** The body of a good answer. @throws Error when the call was refused */
export const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${body.code} ${body.field ?? ''}`)
  return body
}

/** Asks again until it gets a result. @throws Error after two minutes */
export const until = async <Found>(what: string, look: () => Promise<Found>): Promise<NonNullable<Found>> => {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollIntervalMs) {
    const found = await look()
    if (found) return found
    await pause(pollIntervalMs)
  }
  throw new Error(`still missing: ${what}`)
}

/** @param url of a running product */
export const openSampleContext = (
  url: string,
  { settled, later }: Pick<SampleContext, 'settled' | 'later'>,
): SampleContext => {
  const stranger = () => visitor(url)
  const found = async (to: string, saying: RegExp): Promise<string> => {
    await settled()
    const { body } = await stranger().get('/dev/outbox', { headers: { accept: 'application/json' } })
    const message = (body as KeptMessage[]).find((one) => one.to === to && saying.test(one.text))
    return saying.exec(message?.text ?? '')?.[1] ?? ''
  }
  return {
    stranger,
    settled,
    later,
    async signedIn(username, keepSignedIn = false) {
      const person = stranger()
      const login = { email: `${username}@tuma.test`, password: demonstrationPassword, keepSignedIn }
      const { status } = await person.post('/api/users/login', login)
      if (status !== 200) throw new Error(`${username} could not log in: ${status}`)
      return person
    },
    linkTo: (address, kind) => found(address, new RegExp(`${kind}/(\\S+)`)),
    smsTo: found,
  }
}
