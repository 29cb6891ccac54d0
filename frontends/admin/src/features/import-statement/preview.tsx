import type { Statement, StatementLine, StatementPreview } from '@tuma/contracts/api'
import { api, Link, queryClient, toast, useErrorText, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, Card, DataList, DateTime, Facts, Loaded, Notice } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { Cents } from './amounts.tsx'
import { NamedBy } from './file-name.tsx'
import { KindsOf } from './kinds.tsx'
import { type Whose, WhoseStatement } from './whose-statement.tsx'

const titleId = 'statement-found'

/** Shows what a statement would change before it is saved. */
export const Preview = ({ id, now, onClose }: { id: string; now: Statement | undefined; onClose: () => void }) => {
  const text = useText(texts)
  const found = useQuery(api.statements.preview.queryOptions({ input: { id } }))
  return (
    <Card className="mb-6" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1} className="mb-3 text-lg font-semibold">
        {text('statements.found')}
      </h2>
      <Loaded query={found} failed={text('statements.notFound')}>
        {(preview) => (
          <div className="grid gap-4">
            <Whole of={preview} isSaved={isSaved(now ?? preview, preview.again)} />
            <Gaps of={preview} />
            <Commit statement={now ?? preview} again={preview.again} onClose={onClose} />
            {isSaved(now ?? preview, preview.again) ? null : (
              <>
                <KindsOf kinds={preview.kinds} />
                {lists.map((list) => (
                  <Lines key={list} title={text(`statements.list.${list}`)} of={preview[list]} />
                ))}
              </>
            )}
          </div>
        )}
      </Loaded>
      {found.data ? null : <Close onClose={onClose} />}
    </Card>
  )
}

const Close = ({ onClose }: { onClose: () => void }) => (
  <Button variant="quiet" onClick={onClose}>
    {useText(texts)('statements.close')}
  </Button>
)

const lists = ['missing', 'newMoney', 'differs', 'failedShown', 'reversals', 'unclear'] as const

const sumNames = ['charges', 'settled', 'paidOut', 'overdraft', 'sweeps', 'notOurs'] as const

/** True if saving would change nothing. The preview lists are hidden then; open differences are listed below. */
const isSaved = ({ state }: Statement, again: boolean): boolean => state !== 'read' && !(state === 'applied' && again)

/** Empty counts are named in one line below, because as rows they hid the others. */
const Whole = ({ of: found, isSaved }: { of: StatementPreview; isSaved: boolean }) => {
  const text = useText(texts)
  const many = (count: number) => count.toLocaleString('en')
  const { opening, closing } = found
  const counted = [
    [text('statements.matched'), found.matched],
    ...lists.map((list) => [text(`statements.list.${list}`), found[list].count] as const),
    [text('statements.failed'), found.failed],
    [text('statements.knownRows'), found.known],
  ] as const
  const sums = sumNames.map((name) => [text(`statements.${name}`), found[name]] as const)
  const none = isSaved
    ? []
    : [...counted.filter(([, count]) => count === 0), ...sums.filter(([, { count }]) => count === 0)]
  return (
    <div className="grid gap-2">
      <Facts
        rows={[
          [
            text('statements.period'),
            <span key="period">
              <DateTime at={found.from} /> – <DateTime at={found.to} />
            </span>,
          ],
          [text('statements.shortCode'), found.shortCode],
          [text('statements.nameSays'), found.proposal && <NamedBy key="name" statement={found} />],
          [text('statements.rows'), many(found.rows)],
          ...(isSaved ? [] : counted).map(([name, count]) => [name, count === 0 ? null : many(count)] as const),
          ...(isSaved ? [] : sums).map(
            ([name, sum]) => [name, sum.count === 0 ? null : <Sum key={name} of={sum} />] as const,
          ),
          [text('statements.opening'), opening === null ? null : <Cents key="opening" of={opening} />],
          [text('statements.closing'), closing === null ? null : <Cents key="closing" of={closing} />],
        ]}
      />
      {none.length > 0 ? (
        <p className="t-hint">{text('statements.nothingOf', { what: none.map(([name]) => name).join(', ') })}</p>
      ) : null}
    </div>
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
          ...(lines.some(({ name }) => name !== undefined)
            ? [{ header: text('kinds.name'), cell: ({ name = '' }: StatementLine) => name }]
            : []),
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

/** Links to the payment, if Tuma has one. */
export const Receipt = ({ of: receipt }: { of: string }) => (
  <Link to={`/Admin/payments?search=${receipt}`} className="t-link inline-flex min-h-11 items-center font-mono text-sm">
    {receipt}
  </Link>
)

const Commit = ({ statement, again, onClose }: { statement: Statement; again: boolean; onClose: () => void }) => {
  const text = useText(texts)
  const say = useErrorText()
  const [whose, setWhose] = useState<Whose | null>(null)
  const { mutate, isPending, error } = useSubmission(api.statements.commit, {
    onSuccess: async () => {
      // The button disappears with most of this card, so the focus moves to its title, where the progress is shown.
      document.getElementById(titleId)?.focus()
      toast.success(text('statements.begun'))
      await queryClient.invalidateQueries({ queryKey: api.statements.key() })
    },
  })
  const { _id, state, confirm, rows, applied } = statement
  if (isSaved(statement, again)) {
    return (
      <div className="grid justify-items-start gap-2">
        {state === 'applied' ? (
          <Notice>{text('statements.isApplied')}</Notice>
        ) : (
          <Progress rows={rows} applied={applied} />
        )}
        <Close onClose={onClose} />
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      {again ? <Notice>{text('statements.again')}</Notice> : null}
      {confirm ? <WhoseStatement statement={statement} whose={whose} onChange={setWhose} /> : null}
      {error ? <Notice tone="danger">{say(error, text('statements.notCommitted'))}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          loading={isPending}
          disabled={confirm && !whose}
          onClick={() => mutate({ id: _id, ...(whose ?? { isOurs: false }) })}
        >
          {text('statements.commit')}
        </Button>
        <Close onClose={onClose} />
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
