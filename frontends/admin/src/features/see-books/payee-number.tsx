import type { Payee } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { CopyButton, DateTime, Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const hourMs = 60 * 60_000
/** A change that is older than this is shown with its date. */
const newHours = 48

/** True while we pay nothing to the number, because it changed too recently. */
export const isTooNew = ({ payableFrom }: Payee): boolean =>
  payableFrom !== undefined && Date.parse(payableFrom) > Date.now()

/** The payout number, when it changed, and the number before. */
export const PayeeNumber = ({ payee }: { payee: Payee }) => {
  const text = useText(texts)
  const { phone, changedAt, payableFrom, former } = payee
  if (!phone) return <p>{text('books.noPhone')}</p>
  return (
    <>
      <p className="flex items-center gap-2 font-semibold">
        {displayPhone(phone)} <CopyButton value={displayPhone(phone)} />
      </p>
      {changedAt ? (
        <Notice tone={isTooNew(payee) ? 'warning' : 'info'}>
          <Changed at={changedAt} />
          {former ? ` ${text('books.wasNumber', { phone: displayPhone(former) })}` : null}
          {payableFrom && isTooNew(payee) ? (
            <span className="block">
              {text('books.payableFrom')} <DateTime at={payableFrom} />
            </span>
          ) : null}
        </Notice>
      ) : null}
    </>
  )
}

const Changed = ({ at }: { at: string }) => {
  const text = useText(texts)
  const hours = Math.floor((Date.now() - Date.parse(at)) / hourMs)
  if (hours < 1) return text('books.changedNow')
  if (hours < newHours) return text('books.changedAgo', { hours })
  return (
    <>
      {text('books.changedOn')} <DateTime at={at} />.
    </>
  )
}
