import type { CommandContext, ToApprove } from '@tuma/contracts/services'
import { askedBySystem, type SampleServices } from './provider-samples.ts'

const sender = { name: 'Nywele Hair', phone: '254711888999', words: null }
const payout = (cents: number): ToApprove => ({
  ...{ kind: 'payout', subject: 'nywele', about: [sender.phone, `${cents}`], cents, beneficiary: null, shown: sender },
})

/**
 * One admin asks another. The requests are approved, used and given back; declined; and still open. @param username of
 * an admin who asks
 */
export const createApprovalSamples = async (
  { services: { identity } }: SampleServices,
  username: string,
): Promise<void> => {
  const getId = async (name: string) => (await identity.byUsername({ username: name }))?._id ?? ''
  const by = (userId: string, what: string): CommandContext => ({
    ...askedBySystem(what),
    actor: { kind: 'user', userId, username, role: 'admin', shop: null },
  })
  const [first, second] = [await getId(username), await getId('njeri.admin')]
  const ask = async (cents: number) => {
    const asked = by(first, `ask for ${cents}`)
    return (await identity.askApproval({ asked, what: payout(cents) })).approval.approvalId
  }

  const approvalId = await ask(2_950_000)
  await identity.approve({ asked: by(second, 'approve'), approvalId })
  const paying = by(first, 'pay 2950000')
  await identity.useApproval({ asked: paying, what: payout(2_950_000) })
  await identity.returnApproval({ asked: paying, approvalId })
  const declined = await ask(3_100_000)
  await identity.decline({ asked: by(second, 'decline'), approvalId: declined, reason: 'Call her first.' })
  await ask(2_500_000)
}
