import type { Statement } from '@tuma/contracts/api'
import { differenceTabs } from '@tuma/contracts/vocabulary'
import { Eye } from '@tuma/kit/icons'
import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, EmptyState, formatDay, Loaded, PageHeader } from '@tuma/kit/ui'
import { idIn, oneOf, useAddress } from '../../address.ts'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { Differences } from './differences.tsx'
import { Kinds } from './kinds.tsx'
import { Preview, Progress } from './preview.tsx'
import { Upload } from './upload.tsx'

const maxShown = 50
const looksEveryMs = 1000

/** M-Pesa statements: read, check, save to the books, and list the differences. */
export const Statements = () => {
  const text = useText(texts)
  const { address, put } = useAddress()
  const id = idIn(address.get('statement'))
  const tab = oneOf(differenceTabs, address.get('tab')) ?? 'missing'
  const list = useQuery(
    api.statements.list.queryOptions({
      input: { limit: maxShown },
      refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'committed') ? looksEveryMs : false),
    }),
  )
  return (
    <>
      <PageHeader title={text('statements.title')} intro={text('statements.intro')}>
        <Link to="/Admin/payments" className="t-button" data-variant="secondary" data-size="normal">
          {text('payments.title')}
        </Link>
      </PageHeader>
      <Upload onRead={({ _id }) => put('statement', _id)} />
      {id ? (
        <Preview key={id} id={id} now={list.data?.find(({ _id }) => _id === id)} onClose={() => put('statement', '')} />
      ) : null}
      <section className="mb-6" aria-labelledby="statements-read">
        <h2 id="statements-read" className="mb-3 text-lg font-semibold">
          {text('statements.all')}
        </h2>
        <Loaded
          query={list}
          failed={text('statements.failedList')}
          empty={<EmptyState title={text('statements.none')} />}
        >
          {(rows) => <Read rows={rows} onLook={({ _id }) => put('statement', _id)} />}
        </Loaded>
      </section>
      <Kinds />
      <Differences tab={tab} onChoose={(chosen) => put('tab', chosen)} />
    </>
  )
}

const Read = ({ rows, onLook }: { rows: readonly Statement[]; onLook: (statement: Statement) => void }) => {
  const text = useText(texts)
  return (
    <DataList
      label={text('statements.all')}
      words="some"
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        {
          header: text('statements.period'),
          primary: true,
          cell: ({ from, to }) => (
            <>
              <DateTime at={from} dayOnly /> – <DateTime at={to} dayOnly />
            </>
          ),
        },
        { header: text('statements.readAt'), cell: ({ readAt }) => <DateTime at={readAt} /> },
        { header: text('statements.rows'), cell: (one) => one.rows.toLocaleString('en'), align: 'end' },
        { header: text('statements.state'), cell: (one) => <State of={one} /> },
      ]}
      actions={(one) => (
        <RowButtons>
          <RowButton
            icon={Eye}
            label={text('statements.look')}
            of={`${formatDay(one.from)} – ${formatDay(one.to)}`}
            onClick={() => onLook(one)}
          />
        </RowButtons>
      )}
    />
  )
}

const State = ({ of: { state, rows, applied } }: { of: Statement }) => {
  const text = useText(texts)
  if (state === 'committed') return <Progress rows={rows} applied={applied} />
  return <span className="t-badge">{text(`statements.is.${state}`)}</span>
}
