import type { AdminPayment } from '@tuma/contracts/api'
import { HandCoins, History, ShieldCheck, Unlink, UserRoundPlus } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { DataList, DateTime, Money } from '@tuma/kit/ui'
import { ParcelLink } from '../../parcel-link.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { ToldAmount } from '../../told-amount.tsx'
import type { Act } from './acts.tsx'
import { Proof } from './proof.tsx'
import { plainShillings } from './refund.tsx'
import { inShillings } from './words.ts'

export type OnAct = (act: Act | 'history', payment: AdminPayment) => void

export const Table = ({ rows, onAct }: { rows: readonly AdminPayment[]; onAct: OnAct }) => {
  const text = useText(texts)
  return (
    <DataList
      words="many"
      look="pairs payments"
      label={text('payments.title')}
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        { header: text('payments.receipt'), primary: true, cell: (payment) => <Receipt of={payment} /> },
        { header: text('payments.payer'), name: 'payer', cell: (payment) => <Payer of={payment} /> },
        { header: text('payments.proof'), name: 'proof', cell: (payment) => <Proof of={payment} /> },
        { header: text('payments.parcel'), name: 'parcel', cell: (payment) => <Parcel of={payment} /> },
        {
          header: text('payments.amount'),
          name: 'short amount',
          cell: (payment) => <Amount of={payment} />,
          align: 'end',
        },
      ]}
      actions={(payment) => <Actions of={payment} onAct={onAct} />}
    />
  )
}

type Shown = { of: AdminPayment }

/** The amount, and the part that must be refunded. */
const Amount = ({ of: { amount, told, owed = 0, owedBecause = null } }: Shown) => {
  const text = useText(texts)
  return (
    <>
      <Money amount={amount} />
      <ToldAmount told={told} cents={100 * amount} />
      {owed > 0 ? (
        <span className="t-badge mt-1 [--tone:var(--status-uncollected)] [--wash:var(--status-uncollected-wash)]">
          {text('payment.owed', { amount: inShillings(plainShillings(owed)) })}
        </span>
      ) : null}
      {owedBecause ? (
        <span className="mt-1 block text-xs text-ink-soft">{text(`payment.owedBecause.${owedBecause}`)}</span>
      ) : null}
    </>
  )
}

const Receipt = ({ of: { receipt, paidAt } }: Shown) => (
  <>
    <span className="font-mono text-sm font-semibold">{receipt}</span>
    <span className="block text-xs font-normal text-ink-soft">
      <DateTime at={paidAt} />
    </span>
  </>
)

const Payer = ({ of: { senderName, paymentReference } }: Shown) => {
  const text = useText(texts)
  if (senderName === null) return <span className="text-ink-soft">{text('payments.noPayer')}</span>
  return (
    <>
      {senderName}
      <span className="block text-xs text-ink-soft whitespace-nowrap">{paymentReference}</span>
    </>
  )
}

/** The parcel that the payment is for, by its tracking ID. */
export const Parcel = ({
  of: { usedBy, parcel, paidIn },
}: {
  of: Pick<AdminPayment, 'usedBy' | 'parcel' | 'paidIn'>
}) => {
  const text = useText(texts)
  if (paidIn) return text('payments.paidIn')
  if (usedBy === null) return <span className="text-ink-soft">{text('payments.nothing')}</span>
  if (!parcel) return text(parcel === null ? 'payments.deleted' : 'payments.aParcel')
  return <ParcelLink to={`/Admin/delivery/${parcel.deliveryType}/${usedBy}`}>{parcel.trackingId}</ParcelLink>
}

const Actions = ({ of: payment, onAct }: Shown & { onAct: OnAct }) => {
  const text = useText(texts)
  const { receipt, state, doubt, letPass, usedBy, givenByAgent = false, paidIn = false, senderName, evidence } = payment
  const isFree = usedBy === null || givenByAgent
  const isHeldUp = (doubt !== null || state === 'reversed') && !letPass
  return (
    // If a button disappears after its work, the focus stays here, next to the buttons that are left.
    <div tabIndex={-1} className="rounded-lg">
      <RowButtons>
        <RowButton
          icon={History}
          label={text('payment.history')}
          of={receipt}
          onClick={() => onAct('history', payment)}
        />
        {isHeldUp ? (
          <RowButton
            icon={ShieldCheck}
            label={text('payment.letPass')}
            of={receipt}
            onClick={() => onAct('letPass', payment)}
          />
        ) : null}
        {(payment.refundable ?? 0) > 0 ? (
          <RowButton
            icon={HandCoins}
            label={text('payment.refund')}
            of={receipt}
            onClick={() => onAct('refund', payment)}
          />
        ) : null}
        {isFree && evidence.length > 0 ? (
          <RowButton
            icon={UserRoundPlus}
            label={text('payment.rebind')}
            of={receipt}
            onClick={() => onAct('rebind', payment)}
          />
        ) : null}
        {isFree && (givenByAgent || paidIn || senderName !== null) ? (
          <RowButton
            danger
            icon={Unlink}
            label={text('payment.release')}
            of={receipt}
            onClick={() => onAct('release', payment)}
          />
        ) : null}
      </RowButtons>
    </div>
  )
}
