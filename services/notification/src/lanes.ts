import { type Channel, isOfSignIn } from './domain/message.ts'
import { openScheduler, type Try } from './scheduler.ts'

type Kind = { readonly channel: Channel; readonly template: string | null }
type Lane = 'signIn' | Channel

/** Who waits for a link stands before a closed door: such a mail waits behind no other, and no mail behind an SMS. */
const laneOf = ({ channel, template }: Kind): Lane => (template !== null && isOfSignIn(template) ? 'signIn' : channel)

/** As many connections as a mail server suffers from one sender; a provider of SMS takes many more requests at once. */
const mailsAtOnce = 8
const smsAtOnce = 64

/** A few messages at once in each lane; none holds up another lane. */
export const openLanes = (once: Try, onFault: (error: unknown) => void) => {
  const lanes = {
    signIn: openScheduler(once, mailsAtOnce, onFault),
    email: openScheduler(once, mailsAtOnce, onFault),
    sms: openScheduler(once, smsAtOnce, onFault),
  }
  return {
    begin: (kind: Kind, stream: string) => lanes[laneOf(kind)].begin(stream),
    hasten: (kind: Kind, stream: string) => lanes[laneOf(kind)].hasten(stream),
    async close(): Promise<void> {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()))
    },
  }
}
