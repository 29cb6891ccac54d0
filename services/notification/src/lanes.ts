import { type Channel, isOfSignIn, roleFor } from './domain/message.ts'
import { openScheduler, type Try } from './scheduler.ts'

export type Kind = { readonly channel: Channel; readonly template: string | null; readonly about: string | null }
type Lane = 'signIn' | Channel

/** Who waits for a link stands before a closed door: such a mail waits behind no other, and no mail behind an SMS. */
const laneOf = ({ channel, template }: Kind): Lane => (template !== null && isOfSignIn(template) ? 'signIn' : channel)

/** Who is told of one thing, in order: its sender, its receiver, whoever has the account. */
const personOf = ({ template, about }: Kind): string => `${about} ${roleFor(template ?? '')}`

/** As many connections as a mail server suffers from one sender. */
const mailsAtOnce = 8
/** A provider of SMS takes many more: 400 a second are 40 that wait for its answer, and as many again that are begun or recorded. */
const smsAtOnce = 128

export type Lanes = ReturnType<typeof openLanes>

/** A few messages at once in each lane, each person's in order; none holds up another lane. */
export const openLanes = (once: Try, onFault: (error: unknown) => void) => {
  const lanes = {
    signIn: openScheduler(once, mailsAtOnce, onFault),
    email: openScheduler(once, mailsAtOnce, onFault),
    sms: openScheduler(once, smsAtOnce, onFault),
  }
  return {
    begin: (kind: Kind, stream: string) => lanes[laneOf(kind)].begin(stream, personOf(kind)),
    beginAtOnce: (kind: Kind, stream: string, first: Try) =>
      lanes[laneOf(kind)].beginAtOnce(stream, personOf(kind), first),
    hasten: (kind: Kind, stream: string) => lanes[laneOf(kind)].hasten(stream, personOf(kind)),
    async close(): Promise<void> {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()))
    },
  }
}
