import type { AdminPayment } from '@tuma/contracts/api'
import type { EvidenceState } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { useWords } from './words.ts'

const plain = ''
const good = '[--tone:var(--status-delivered)] [--wash:var(--status-delivered-wash)]'
const late = '[--tone:var(--status-uncollected)] [--wash:var(--status-uncollected-wash)]'
const bad = '[--tone:var(--danger)] [--wash:var(--danger-wash)]'
const looks: Record<EvidenceState, string> = {
  shown: plain,
  unchecked: plain,
  confirmed: good,
  mismatched: bad,
  overdue: late,
  reversed: bad,
}

/** The state of a payment with M-Pesa, the evidence for it, and whether an admin accepted it. */
export const Proof = ({ of: payment }: { of: AdminPayment }) => {
  const text = useText(texts)
  const words = useWords()
  const { state, letPass, evidence, contradicted } = payment
  return (
    <>
      <span className="flex flex-wrap gap-1">
        <span className={`t-badge ${looks[state]}`}>{text(`payment.state.${state}`)}</span>
        {letPass ? <span className="t-badge">{text('payment.isLetPass')}</span> : null}
      </span>
      {state === 'mismatched' ? <span className="mt-1 block text-xs">{words.against(payment)}</span> : null}
      {contradicted ? <span className="mt-1 block text-xs">{text('payment.contradicted')}</span> : null}
      <span className="mt-1 block text-xs text-ink-soft">
        {evidence.map((one) => text(`payment.evidence.${one}`)).join(' · ')}
      </span>
    </>
  )
}
