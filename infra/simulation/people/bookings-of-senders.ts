import type { Actor, SenderBookingRecord } from '@tuma/contracts/services'
import type { Parcel } from '../ledger.ts'
import { machine } from '../machine.ts'
import { getDestination, readFee } from './counter.ts'
import { type PersonContext, phone, shops } from './network.ts'
import { waitForPrompt, waitUntilPaid } from './payers.ts'
import { pickSender, pickWay, reverse } from './senders.ts'

type Form = Pick<Parcel, 'kind' | 'from' | 'to'> & {
  readonly fee: number
  readonly reference: string
  readonly sender: { readonly name: string; readonly phone: string }
  readonly receiver: { readonly name: string; readonly phone: string }
}
type Asked = { readonly actor: Actor; readonly form: Form; readonly promptId: string }

/** The hash of the same form, however it is sent. */
const hashForm = ({ reference }: Form): string => `form of ${reference}`

/** A sender fills in the form and pays it by a prompt: the money books the parcel, also for a sender who has left. */
export const bookByPrompt = async (context: PersonContext): Promise<void> => {
  const { chance, ledger, mpesa } = context
  const actor = pickSender(context)
  const way = pickWay(chance)
  const fee = await readFee(context, actor, way)
  if (fee === null) return
  const sender = { name: 'Zawadi Mwende', phone: phone(chance) }
  const receiver = { name: 'Juma Odinga', phone: phone(chance) }
  const form: Form = { ...way, fee, sender, receiver, reference: `PAY-${++ledger.named}` }
  if (chance.is(0.1)) mpesa.world.script.prompts({ phone: sender.phone, query: '1032' })
  await payForm(context, actor, form, sender.phone)
}

/** Who refuses the prompt sometimes asks again, on another phone: it is the same booking. */
const payForm = async (context: PersonContext, actor: Actor, form: Form, theirs: string): Promise<void> => {
  const { chance, mpesa } = context
  const booking = await ask(context, actor, form, theirs)
  const ringing = booking && (await waitForPrompt(context, theirs))
  if (!ringing || chance.is(0.1)) return
  await machine.sleep(chance.delay(150), 'phone')
  if (chance.is(0.2)) {
    await mpesa.handset.cancel(ringing)
    if (chance.is(0.5)) await payForm(context, actor, form, phone(chance))
    return
  }
  const paid = await mpesa.handset.enterPin(ringing)
  const hasLeft = chance.is(0.4)
  if (!paid || hasLeft || booking.promptId === null) return
  const asked = { actor, form, promptId: booking.promptId }
  const booked = await (chance.is(0.4) ? sendByItself(context, asked) : waitUntilBooked(context, asked))
  if (booked) context.ledger.parcels.push(toParcel(asked, booked, paid.receipt))
  if (chance.is(0.08)) reverse(context, paid.receipt)
}

const ask = async (context: PersonContext, actor: Actor, form: Form, theirs: string) => {
  const { caller, ledger } = context
  const { kind, from, to, fee, reference, sender, receiver } = form
  const { location = '', address = '' } = shops[from] ?? {}
  const reply = await caller.askUntilAnswered({
    actor,
    same: ({ bookingId }: SenderBookingRecord) => bookingId,
    call: ({ delivery }, asked) =>
      delivery.bookByPrompt({
        ...{ asked, reference, payerName: sender.name, phone: theirs, formHash: hashForm(form) },
        ...{ sender, senderShop: { location, address }, receiver, to: getDestination({ kind, to }) },
        ...{ parcelDescription: 'A pair of shoes', deliveryFee: fee },
      }),
  })
  if (!('answer' in reply)) return null
  ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
  return reply.answer
}

/** The page looks for a while; the server books the parcel all the same. */
const waitUntilBooked = async (context: PersonContext, { actor, promptId }: Asked): Promise<Sent | null> => {
  const { caller, chance } = context
  for (let looks = 0; looks < 12; looks++) {
    const seen = await caller.askUntilAnswered({
      actor,
      call: ({ delivery }) => delivery.senderBookingOfPrompt({ promptId }),
    })
    const parcel = 'answer' in seen ? seen.answer?.parcel : null
    if (parcel) return { deliveryId: parcel.id, trackingId: parcel.trackingId }
    await machine.sleep(chance.delay(200), 'phone')
  }
  return null
}

/** Once the payment shows, the sender presses for the same form, while the server may be booking it: one parcel. */
const sendByItself = async (context: PersonContext, asked: Asked): Promise<Sent | null> => {
  const { caller, ledger } = context
  const { actor, promptId, form } = asked
  if (!(await waitUntilPaid(context, actor, promptId))) return null
  const { from, to, kind, fee: deliveryFee, reference: paymentReference } = form
  const [{ location = '', address = '' } = {}, goes] = [shops[from], shops[to]]
  const contents = { parcelDescription: 'A pair of shoes', deliveryFee, paymentReference }
  const both = { sender: { ...form.sender, location, dropoffAgent: address }, ...contents }
  const door = { pickupLocation: goes?.location ?? '', pickupAddress: 'Green gate', moreDetails: 'Call on arrival' }
  const shop = { location: goes?.location ?? '', pickupAgent: goes?.address ?? '' }
  const payNow = { tier: 'same-day' as const, productPrice: 0, paymentMethod: 'payNow' as const }
  const reply = await caller.askUntilAnswered({
    actor,
    same: ({ deliveryId, trackingId }: Sent) => ({ deliveryId, trackingId }),
    formHash: hashForm(form),
    call: ({ delivery }, command) =>
      kind === 'doorstep'
        ? delivery.requestDoorstep({ asked: command, ...both, receiver: { ...form.receiver, ...door }, ...payNow })
        : delivery.requestDukani({ asked: command, ...both, receiver: { ...form.receiver, ...shop } }),
  })
  if (!('answer' in reply)) return null
  const sent = reply.answer
  const booked = await waitUntilBooked(context, asked)
  if (booked && booked.deliveryId !== sent.deliveryId)
    ledger.broken.push(`${paymentReference} booked ${booked.trackingId}, and its form was sent as ${sent.trackingId}`)
  return sent
}
type Sent = { readonly deliveryId: string; readonly trackingId: string }

const toParcel = ({ actor, form }: Asked, { deliveryId, trackingId }: Sent, receipt: string): Parcel => {
  const { kind, from, to, fee } = form
  const ownerId = actor.kind === 'user' ? actor.userId : null
  return { deliveryId, trackingId, kind, from, to, ownerId, paid: fee, receipt }
}
