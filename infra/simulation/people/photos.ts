import { machine } from '../machine.ts'
import { type PersonContext, toAgent } from './network.ts'

/** A photo as short as possible: 800 by 600, with a picture of its own. */
const jpeg = (picture: string): string =>
  Buffer.concat([
    Buffer.of(0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 2, 0x58, 3, 0x20, 1, 0xff, 0xda, 0, 2),
    Buffer.from(picture),
    Buffer.of(0xff, 0xd9),
  ]).toString('base64')

/** An agent photographs the damage of a parcel: one of the newest, or this one. */
export const photograph = async (context: PersonContext, wanted?: { readonly deliveryId: string }): Promise<void> => {
  const { caller, ledger, chance } = context
  const parcel = ledger.parcels.findLast(({ deliveryId }) => deliveryId === wanted?.deliveryId) ?? newest(context)
  if (!parcel) return
  const { deliveryId, trackingId } = parcel
  const base64 = jpeg(`picture ${++ledger.named}`)
  const reply = await caller.askUntilAnswered({
    actor: toAgent(chance.is(0.5) ? parcel.from : parcel.to),
    call: ({ delivery }, asked) => delivery.addPhoto({ asked, deliveryId, photo: base64 }),
  })
  if (!('answer' in reply)) return
  ledger.recorded.push({ service: 'delivery', commandId: reply.commandId })
  const ids = (reply.answer.delivery.photos ?? []).map(({ id }) => id)
  ledger.photos.push({ deliveryId, trackingId, base64, ids, at: machine.now() })
}

const newest = ({ ledger, chance }: PersonContext) =>
  ledger.parcels.length === 0 ? null : chance.among(ledger.parcels.slice(-12))
