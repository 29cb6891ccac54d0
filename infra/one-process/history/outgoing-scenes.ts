import type { Asked } from '@tuma/contracts/services'
import { askedBySystem, type Play } from './provider-scenes.ts'

const payee = { personId: 'nywele', name: 'Nywele Hair', phone: '254711888999' }

/** Receipts of money that left: one of a payout that was refused, and one without a second admin, who looks later. */
export const outgoingScene = async ({ services: { identity, payment }, now }: Play): Promise<void> => {
  const getId = async (username: string) => (await identity.byUsername({ username }))?._id ?? ''
  const by = async (username: string, what: string): Promise<Asked> => ({
    ...askedBySystem(what),
    actor: { kind: 'user', userId: await getId(username), username, role: 'admin', shop: null },
  })
  const claim = async (receipt: string, cents: number) => {
    const asked = await by('makena', `pay by ${receipt}`)
    const id = asked.commandId
    const payout = { asked, id, about: 'phone:nywele', cents, receipt, payee, dueAt: now(), approval: null }
    return { id, outgoingId: (await payment.claimOutgoing(payout)).outgoingId }
  }
  await payment.releaseOutgoing(await claim('UKRREFUSED', 100_000))
  const paid = await claim('UKRMISSING', 3_100_000)
  await payment.finishOutgoing({ ...paid, deliveryIds: [] })
  const asked = await by('njeri.admin', 'look at what left')
  await payment.approveOutgoing({ asked, outgoingId: paid.outgoingId, reason: 'I called her' })
}
