import { normaliseReceipt, Refused } from '@tuma/contracts/vocabulary'
import type { OutgoingReceipts } from '../paying-out.ts'

type Claim = Parameters<OutgoingReceipts['claimOutgoing']>[0]
type Taken = { readonly claim: Claim; standing: 'claimed' | 'paid' | 'released' }

/** A fake of payment's receipts: a receipt is taken once, finished or given back. `taken` holds the current ones. */
export const receiptsOfPayment = () => {
  const taken = new Map<string, Taken>()
  const settle = (outgoingId: string, standing: Taken['standing']) => {
    const one = taken.get(outgoingId)
    if (one?.standing === 'claimed') one.standing = standing
  }
  const payment: OutgoingReceipts = {
    async claimOutgoing(claim) {
      const receipt = normaliseReceipt(claim.receipt)
      const outgoingId = `outgoing ${receipt}`
      const before = taken.get(outgoingId)
      if (before && before.standing !== 'released' && before.claim.id !== claim.id) throw new Refused('receipt_taken')
      const one = before?.claim.id === claim.id ? before : { claim, standing: 'claimed' as const }
      taken.set(outgoingId, one)
      return { outgoingId, receipt, standing: one.standing }
    },
    async finishOutgoing({ outgoingId }) {
      settle(outgoingId, 'paid')
      return {}
    },
    async releaseOutgoing({ outgoingId }) {
      settle(outgoingId, 'released')
      return {}
    },
    async openOutgoing({ outgoingId }) {
      const one = taken.get(outgoingId)
      if (one?.standing !== 'claimed') return null
      const { asked, id, about, cents, receipt } = one.claim
      const { commandId, correlationId, requestHash, at = new Date().toISOString() } = asked
      const actor = asked.actor.kind === 'user' ? { kind: 'user', userId: asked.actor.userId } : { kind: 'system' }
      const hash = requestHash === undefined ? {} : { requestHash }
      const metadata = { at, commandId, correlationId, actor, ...hash }
      return { of: 'payout', id, about, cents, receipt: normaliseReceipt(receipt), metadata }
    },
  }
  return { payment, taken }
}
