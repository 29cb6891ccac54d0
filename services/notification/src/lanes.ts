import { type Channel, isOfSignIn } from './domain/message.ts'
import { openScheduler, type Try } from './scheduler.ts'

type Kind = { readonly channel: Channel; readonly template: string | null }
type Lane = 'signIn' | Channel

/** Who waits for a link stands before a closed door: such a mail waits behind no other, and no mail behind an SMS. */
const laneOf = ({ channel, template }: Kind): Lane => (template !== null && isOfSignIn(template) ? 'signIn' : channel)

/** A few messages at once in each lane; none holds up another lane. */
export const openLanes = (once: Try, onFault: (error: unknown) => void) => {
  const lanes = {
    signIn: openScheduler(once, onFault),
    email: openScheduler(once, onFault),
    sms: openScheduler(once, onFault),
  }
  return {
    begin: (kind: Kind, stream: string) => lanes[laneOf(kind)].begin(stream),
    hasten: (kind: Kind, stream: string) => lanes[laneOf(kind)].hasten(stream),
    async close(): Promise<void> {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()))
    },
  }
}
