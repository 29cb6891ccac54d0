import { type DeliveryStatus, formatKsh, knownStatus, type Shillings } from '@tuma/contracts/vocabulary'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { formatDateTime, formatDay, toParts } from './moments.ts'

/** `<Money amount={1250} />`: Ksh 1,250 */
export const Money = ({ amount }: { amount: Shillings }) => (
  <span className="t-whole tabular-nums">{formatKsh(amount)}</span>
)

/** Where it is too long for its line, day and time each keep together. */
export const DateTime = ({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) => (
  <time dateTime={at}>
    {toParts(dayOnly ? formatDay(at) : formatDateTime(at)).map((part) => (
      <span key={part} className={part === ' ' ? undefined : 't-whole'}>
        {part}
      </span>
    ))}
  </time>
)

/** Where it is too long for its line it goes on after the @, or after a dot. */
export const EmailAddress = ({ of: address }: { of: string }) =>
  address
    .split(/(?<=[@.])/)
    .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={address.slice(0, index)} />, part]))

/** `label` where a screen words a status its own way ("Dropped"). */
export const StatusBadge = ({ status, label }: { status: DeliveryStatus; label?: string }) => {
  const text = useText(kitTexts)
  return (
    <span className="t-badge" data-status={status}>
      {label ?? text(`status.${knownStatus(status)}`)}
    </span>
  )
}

/** `worded` where copying is a step of its own, and not something beside what is read. */
export function CopyButton({ value, label, worded = false }: { value: string; label?: string; worded?: boolean }) {
  const [copied, setCopied] = useState(false)
  const text = useText(kitTexts)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      return // the browser refused: the button does not say that it has copied
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  const name = copied ? text('copied') : (label ?? text('copy'))
  if (worded) {
    return (
      <Button variant="secondary" icon={copied ? Check : Copy} onClick={() => void copy()}>
        {name}
      </Button>
    )
  }
  return <CopySign name={name} copied={copied} onClick={() => void copy()} />
}

/** The button before a copy and, for a short time, after it. */
const CopySign = ({ name, copied, onClick }: { name: string; copied: boolean; onClick?: () => void }) => (
  <IconButton label={name} onClick={onClick}>
    {copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
  </IconButton>
)

/** For where something was copied without the app. */
export function CopiedSign() {
  const text = useText(kitTexts)
  return <CopySign copied name={text('copied')} />
}

/** The tracking ID as printed on the parcel, ready to copy. */
export const TrackingId = ({ id }: { id: string }) => (
  <span className="t-tracking-id">
    {id}
    <CopyButton value={id} />
  </span>
)
