import type { CommandContext } from '@tuma/contracts/services'
import { askedBySystem, type SampleServices } from './provider-samples.ts'

const payee = { personId: 'nywele', name: 'Nywele Hair', phone: '254711888999' }

/** Receipts of money that left: one payout that was refused, and one without a second admin, who looks later. */
export const createOutgoingSamples = async ({
  services: { identity, payment, revenue },
  now,
}: SampleServices): Promise<void> => {
  const getId = async (username: string) => (await identity.byUsername({ username }))?._id ?? ''
  const by = async (username: string, what: string): Promise<CommandContext> => ({
    ...askedBySystem(what),
    actor: { kind: 'user', userId: await getId(username), username, role: 'admin', shop: null },
  })
  const claim = async (receipt: string, cents: number) => {
    const asked = await by('makena', `pay by ${receipt}`)
    const id = asked.commandId
    const payout = { asked, id, about: 'phone:nywele', cents, receipt, payee, dueAt: now(), approval: null }
    return { id, outgoingId: (await payment.claimOutgoing(payout)).outgoingId }
  }
  const changed = { owedTo: 'phone:nywele', cents: 100_000, reference: 'UKRREFUSED', payee, approval: null }
  const code = await revenue.payOut({ asked: await by('makena', 'pay what is not due'), ...changed }).then(
    () => 'paid',
    (error) => error.code,
  )
  if (code !== 'payout_changed') throw new Error(`a payout of what is not due is ${code}`)
  const paid = await claim('UKRMISSING', 3_100_000)
  await payment.finishOutgoing({ ...paid, deliveryIds: [] })
  const asked = await by('njeri.admin', 'look at what left')
  await payment.approveOutgoing({ asked, outgoingId: paid.outgoingId, reason: 'I called her' })
}
