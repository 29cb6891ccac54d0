import type { Actor, BookingRecord } from '@tuma/contracts/services'
import type { Parcel } from '../ledger.ts'
import { machine } from '../machine.ts'
import { getDestination, readFee } from './counter.ts'
import { type PersonContext, phone, shops, toAgent } from './network.ts'
import { waitForPrompt } from './payers.ts'
import { pickWay } from './senders.ts'

type Way = Pick<Parcel, 'kind' | 'from' | 'to'>
type Booked = { readonly way: Way; readonly fee: number; readonly receipt: string | null }

/** An agent books a customer's parcel by a prompt: the customer pays, refuses and pays in cash, or leaves. */
export const bookAtCounter = async (context: PersonContext): Promise<void> => {
  const { caller, ledger, chance, mpesa } = context
  const { kind, from, to } = pickWay(chance)
  const actor = toAgent(from)
  const fee = await readFee(context, actor, { kind, to })
  if (fee === null) return
  const theirs = phone(chance)
  if (chance.is(0.1)) mpesa.world.script.prompts({ phone: theirs, query: '1032' })
  const form = {
    sender: { name: 'Zawadi Mwende', phone: theirs },
    receiver: { name: 'Juma Odinga', phone: phone(chance) },
    ...{ to: getDestination({ kind, to }), parcelDescription: 'A pair of shoes', deliveryFee: fee },
    pay: { how: 'prompt' as const, phone: null, receipt: null, payer: null },
  }
  const reply = await caller.askUntilAnswered({
    actor,
    same: ({ bookingId, total }: BookingRecord) => ({ bookingId, total }),
    knowsRequest: true,
    call: ({ delivery }, asked) => delivery.openBooking({ asked, ...form }),
  })
  if (!('answer' in reply)) return
  ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
  const { bookingId } = reply.answer
  const way = { kind, from, to }
  const ringing = await waitForPrompt(context, theirs)
  if (ringing === null || chance.is(0.1)) return
  await machine.sleep(chance.delay(150), 'phone')
  if (chance.is(0.2)) {
    await mpesa.handset.cancel(ringing)
    return goOn(context, actor, bookingId, { way, fee, receipt: null })
  }
  const paid = await mpesa.handset.enterPin(ringing)
  if (paid) await waitUntilBooked(context, actor, bookingId, { way, fee, receipt: paid.receipt })
}

const keep = ({ ledger }: PersonContext, { parcel }: BookingRecord, { way, fee, receipt }: Booked): void => {
  if (!parcel) return
  const { id: deliveryId, trackingId } = parcel
  ledger.parcels.push({ ...way, deliveryId, trackingId, paid: fee, ownerId: null, receipt })
}

/** The agent looks at the list for a while; the server books the parcel all the same. */
const waitUntilBooked = async (
  context: PersonContext,
  actor: Actor,
  bookingId: string,
  booked: Booked,
): Promise<void> => {
  const { caller, chance } = context
  const { location = '', address = '' } = shops[booked.way.from] ?? {}
  for (let looks = 0; looks < 12; looks++) {
    const seen = await caller.askUntilAnswered({
      actor,
      call: ({ delivery }) => delivery.bookingAt({ shop: { location, address }, bookingId }),
    })
    if ('answer' in seen && seen.answer?.parcel) return keep(context, seen.answer, booked)
    await machine.sleep(chance.delay(200), 'phone')
  }
}

/** The customer pays in cash after all, or leaves. */
const goOn = async (context: PersonContext, actor: Actor, bookingId: string, booked: Booked): Promise<void> => {
  const { caller, ledger, chance } = context
  const what = chance.is(0.6) ? 'bookForCash' : 'cancelBooking'
  const reply = await caller.askUntilAnswered({
    actor,
    same: ({ state, parcel }: BookingRecord) => ({ state, parcel }),
    call: ({ delivery }, asked) => delivery[what]({ asked, bookingId }),
  })
  if (!('answer' in reply)) return
  ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
  keep(context, reply.answer, booked)
}
