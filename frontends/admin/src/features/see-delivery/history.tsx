import type { Delivery, HistoryEntry } from '@tuma/contracts/api'
import { deletionReasons, deliveryStatuses, holdCodes } from '@tuma/contracts/vocabulary'
import { holdTexts, parcelTexts } from '@tuma/kit/parcels'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Card, CopyButton, DateTime, Facts, formatDateTime, formatDay, Loaded } from '@tuma/kit/ui'
import { oneOf } from '../../address.ts'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'
import { deleteTexts } from '../delete-parcel/texts.ts'
import { useNameLookup } from './names.ts'

/** The id of the heading, which the link at the top leads to. */
export const historyId = 'history'

/** All events of a parcel, the newest first: who, when, what changed, from which request. */
export const History = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const history = useQuery(api.adminDeliveries.history.queryOptions({ input: { id: delivery._id } }))
  const nameOf = useNameLookup()
  return (
    <Card className="grid gap-4">
      <h2 id={historyId} tabIndex={-1} className="scroll-mt-24">
        {text('history.title')}
      </h2>
      <Loaded query={history} failed={text('history.failed')}>
        {(entries) => (
          <>
            <ol className="grid gap-4" reversed>
              {entries
                .map((entry, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
                  <Entry key={index} entry={entry} who={nameOf(entry.by)} />
                ))
                .reverse()}
            </ol>
            <Ids entries={entries.toReversed()} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

const Entry = ({ entry: { at, type, details }, who }: { entry: HistoryEntry; who: string }) => {
  const wordOf = useWords()
  return (
    <li className="grid gap-1 border-l-4 border-line-strong pl-4">
      <p className="font-semibold">{wordOf.event(type)}</p>
      <p className="text-sm text-ink-soft">
        <DateTime at={at} /> · {who}
      </p>
      <What type={type} details={details} />
    </li>
  )
}

/** The request ids of all entries, folded: few people look anything up in the logs. */
const Ids = ({ entries }: { entries: readonly HistoryEntry[] }) => {
  const text = useText(texts)
  const wordOf = useWords()
  return (
    <details className="text-xs text-ink-soft">
      <summary className="min-h-11 w-fit cursor-pointer py-3">{text('history.ids')}</summary>
      <div className="grid gap-3">
        {entries.map(({ at, type, by, correlationId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: none of them moves
          <div key={index}>
            <p className="font-semibold">
              {wordOf.event(type)} · <DateTime at={at} />
            </p>
            <Id of={correlationId} name={text('history.request')} copy={text('history.copyRequest')} />
            {by.id && by.kind !== 'system' ? (
              <Id of={by.id} name={text('history.account')} copy={text('history.copyAccount')} />
            ) : null}
          </div>
        ))}
      </div>
    </details>
  )
}

/** A change of status as a sentence, the details of the booking folded (the page has them above), the rest as a list. */
const What = ({ type, details }: Pick<HistoryEntry, 'type' | 'details'>) => {
  const text = useText(texts)
  const wordOf = useWords()
  const [from, to] = [details.from, details.to].map((said) => oneOf(deliveryStatuses, said ?? null))
  const isWay = from !== undefined && to !== undefined
  const named = Object.entries(details).filter(([name]) => !(isWay && (name === 'from' || name === 'to')))
  const facts = <Facts rows={named.map(([name, value]) => [wordOf.detail(name), wordOf.value(value, name)])} />
  if (isWay) {
    return (
      <>
        <p>{text('history.moved', { from: wordOf.value(from), to: wordOf.value(to) })}</p>
        {facts}
      </>
    )
  }
  if (type !== 'DeliveryRequested') return facts
  return (
    <details>
      <summary className="min-h-11 w-fit cursor-pointer py-3 text-sm">{text('history.asked')}</summary>
      {facts}
    </details>
  )
}

/** For a look into the logs. */
const Id = ({ of, name, copy }: { of: string; name: string; copy: string }) => (
  <p className="flex flex-wrap items-center gap-1">
    {name} <code className="break-all font-mono">{of}</code>
    <CopyButton value={of} label={copy} />
  </p>
)

/** Texts for the names in the history; a name from a later version is shown as it is. */
const useWords = () => {
  const text = useText(texts) as (key: string) => string
  const parcel = useText(parcelTexts)
  const statusWord = useStatusWord()
  const holdText = useText(holdTexts)
  const deleteText = useText(deleteTexts)
  const known = (key: string, name: string): string => (text(key) === key ? name : text(key))
  const byName: Readonly<Record<string, (value: string) => string | undefined>> = {
    until: formatDay,
    dueAt: formatDateTime,
    doneAt: formatDateTime,
    reason: (value) => {
      const reason = oneOf(deletionReasons, value)
      return reason && deleteText(`delete.reason.${reason}`)
    },
    code: (value) => {
      const code = oneOf(holdCodes, value)
      return code && holdText(`hold.${code}`)
    },
  }
  return {
    event: (type: string) => known(`history.event.${type}`, type),
    detail: (name: string) => known(`history.detail.${name}`, name),
    value: (value: string, name = ''): string => {
      if (value === 'payNow' || value === 'payOnDelivery') return parcel(`method.${value}`)
      const said = byName[name]?.(value)
      if (said) return said
      const status = oneOf(deliveryStatuses, value)
      return status ? statusWord(status) : known(`history.${name}.${value}`, value)
    },
  }
}
