import type { AdminPayment, HistoryEntry } from '@tuma/contracts/api'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { DateTime, Dialog, Loaded } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { Parcel } from './table.tsx'
import { useWords } from './words.ts'

/** All events of a payment as sentences, the newest first. */
export const PaymentHistory = ({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) => {
  const text = useText(texts)
  const history = useQuery(api.adminPayments.history.queryOptions({ input: { id: payment._id } }))
  return (
    <Dialog open wide onClose={onClose} title={text('payment.historyOf', { receipt: payment.receipt })}>
      <Loaded query={history} failed={text('history.failed')}>
        {(entries) => (
          <ol className="grid gap-4" reversed>
            {entries
              .map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
                <Entry key={index} entry={entry} payment={payment} />
              ))
              .reverse()}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

const Entry = ({ entry, payment }: { entry: HistoryEntry; payment: AdminPayment }) => {
  const text = useText(texts)
  const words = useWords()
  const { at, by, details } = entry
  const { reason, delivery } = details
  return (
    <li className="grid gap-1 border-l-4 border-line-strong pl-4">
      <p className="font-semibold break-words">{words.happened(entry)}</p>
      {reason ? <p className="break-words">{text('payment.because', { reason })}</p> : null}
      {delivery && delivery === payment.usedBy ? <Parcel of={payment} /> : null}
      <p className="text-sm text-ink-soft">
        <DateTime at={at} /> · {words.who(by)}
      </p>
    </li>
  )
}
