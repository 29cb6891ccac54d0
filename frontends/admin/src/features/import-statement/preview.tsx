import type { Statement, StatementLine, StatementPreview } from '@tuma/contracts/api'
import { api, Link, queryClient, toast, useErrorText, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, Card, DataList, DateTime, Facts, Loaded, Notice } from '@tuma/kit/ui'
import { useId, useState } from 'react'
import { texts } from '../../texts.ts'
import { Cents } from './amounts.tsx'

/** What would follow from a statement, before anything does. */
export const Preview = ({ id, now, onClose }: { id: string; now: Statement | undefined; onClose: () => void }) => {
  const text = useText(texts)
  const found = useQuery(api.statements.preview.queryOptions({ input: { id } }))
  return (
    <Card className="mb-6" aria-labelledby="statement-found">
      <h2 id="statement-found" tabIndex={-1} className="mb-3 text-lg font-semibold">
        {text('statements.found')}
      </h2>
      <Loaded query={found} failed={text('statements.notFound')}>
        {(preview) => (
          <div className="grid gap-4">
            <Whole of={preview} />
            <Gaps of={preview} />
            {lists.map((list) => (
              <Lines key={list} title={text(`statements.list.${list}`)} of={preview[list]} />
            ))}
            <Commit statement={now ?? preview} />
          </div>
        )}
      </Loaded>
      <Button variant="quiet" onClick={onClose}>
        {text('statements.close')}
      </Button>
    </Card>
  )
}

const lists = ['missing', 'newMoney', 'differs', 'failedShown', 'reversals', 'unclear'] as const

const Whole = ({ of: found }: { of: StatementPreview }) => {
  const text = useText(texts)
  const many = (count: number) => count.toLocaleString('en')
  const { opening, closing, charges, settled } = found
  return (
    <Facts
      rows={[
        [
          text('statements.period'),
          <span key="period">
            <DateTime at={found.from} /> – <DateTime at={found.to} />
          </span>,
        ],
        [text('statements.shortCode'), found.shortCode],
        [text('statements.rows'), many(found.rows)],
        [text('statements.matched'), many(found.matched)],
        ...lists.map((list) => [text(`statements.list.${list}`), many(found[list].count)] as const),
        [text('statements.failed'), many(found.failed)],
        [text('statements.charges'), <Sum key="charges" of={charges} />],
        [text('statements.settled'), <Sum key="settled" of={settled} />],
        [text('statements.opening'), opening === null ? null : <Cents key="opening" of={opening} />],
        [text('statements.closing'), closing === null ? null : <Cents key="closing" of={closing} />],
      ]}
    />
  )
}

const Sum = ({ of: { count, cents } }: { of: StatementPreview['charges'] }) => (
  <>
    {count.toLocaleString('en')} · <Cents of={cents} />
  </>
)

const Gaps = ({ of: { gaps } }: { of: StatementPreview }) => {
  const text = useText(texts)
  if (gaps.count === 0) return null
  return (
    <Notice tone="warning">
      {text('statements.gaps', { count: gaps.count, many: gaps.count.toLocaleString('en') })}
      <ul className="list-disc pl-5">
        {gaps.lines.slice(0, 20).map(({ row, at, cents }) => (
          <li key={row}>
            {text('statements.gapAt', { row })} <DateTime at={at} />: <Cents of={cents} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type Found = { readonly count: number; readonly lines: readonly StatementLine[] }

const Lines = ({ title, of: { count, lines } }: { title: string; of: Found }) => {
  const text = useText(texts)
  if (count === 0) return null
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {title} ({count.toLocaleString('en')})
      </summary>
      {count > lines.length ? <p className="t-hint">{text('statements.firstOnes', { many: lines.length })}</p> : null}
      <DataList
        label={title}
        rows={lines}
        rowKey={({ receipt, at, cents }) => `${receipt} ${at} ${cents}`}
        columns={[
          { header: text('payments.receipt'), primary: true, cell: ({ receipt }) => <Receipt of={receipt} /> },
          { header: text('statements.when'), cell: ({ at }) => <DateTime at={at} /> },
          { header: text('payments.amount'), cell: (line) => <Amount of={line} />, align: 'end' },
        ]}
      />
    </details>
  )
}

const Amount = ({ of: { cents, knownCents } }: { of: StatementLine }) => {
  const text = useText(texts)
  return (
    <>
      <Cents of={cents} />
      {knownCents === undefined ? null : (
        <span className="block text-xs text-ink-soft">
          {text('statements.known')} <Cents of={knownCents} />
        </span>
      )}
    </>
  )
}

/** Leads to the payment, if there is one. */
export const Receipt = ({ of: receipt }: { of: string }) => (
  <Link to={`/Admin/payments?search=${receipt}`} className="t-link inline-flex min-h-11 items-center font-mono text-sm">
    {receipt}
  </Link>
)

const Commit = ({ statement }: { statement: Statement }) => {
  const text = useText(texts)
  const say = useErrorText()
  const id = useId()
  const [isOurs, setOurs] = useState(false)
  const { mutate, isPending, error } = useSubmission(api.statements.commit, {
    onSuccess: async () => {
      toast.success(text('statements.begun'))
      await queryClient.invalidateQueries({ queryKey: api.statements.key() })
    },
  })
  const { _id, state, confirm, shortCode, rows, applied } = statement
  if (state === 'applied') return <Notice>{text('statements.isApplied')}</Notice>
  if (state === 'committed') return <Progress rows={rows} applied={applied} />
  return (
    <div className="grid gap-3">
      {confirm ? (
        <label htmlFor={id} className="flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            className="size-6 shrink-0"
            checked={isOurs}
            onChange={(event) => setOurs(event.target.checked)}
          />
          {shortCode === null ? text('statements.isOursUnsaid') : text('statements.isOurs', { code: shortCode })}
        </label>
      ) : null}
      {error ? <Notice tone="danger">{say(error, text('statements.notCommitted'))}</Notice> : null}
      <div>
        <Button loading={isPending} disabled={confirm && !isOurs} onClick={() => mutate({ id: _id, isOurs })}>
          {text('statements.commit')}
        </Button>
      </div>
    </div>
  )
}

export const Progress = ({ rows, applied }: Pick<Statement, 'rows' | 'applied'>) => {
  const text = useText(texts)
  const said = text('statements.applied', { applied: applied.toLocaleString('en'), rows: rows.toLocaleString('en') })
  return (
    <div className="grid gap-1">
      <progress className="h-3 w-full min-w-24" value={applied} max={rows} aria-label={said} />
      <span className="text-xs">{said}</span>
    </div>
  )
}
