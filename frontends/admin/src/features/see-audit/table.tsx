import type { SecurityEvent } from '@tuma/contracts/api'
import { trackingIdIn } from '@tuma/contracts/vocabulary'
import { UserRound } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { DataList, DateTime } from '@tuma/kit/ui'
import { ParcelLink } from '../../parcel-link.tsx'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { useWords } from './words.ts'

export const Table = ({
  rows,
  onAccount,
}: {
  rows: readonly SecurityEvent[]
  onAccount: (account: { id: string; name: string | null }) => void
}) => {
  const text = useText(texts)
  return (
    <DataList
      words="some"
      look="pairs head audit"
      label={text('audit.title')}
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        { header: text('audit.what'), primary: true, cell: (row) => <What {...row} /> },
        { header: text('audit.who'), name: 'long plain', cell: (row) => <Who {...row} /> },
        { header: text('audit.about'), name: 'plain', cell: (row) => <About {...row} /> },
        { header: text('audit.when'), name: 'plain', cell: (row) => <When {...row} /> },
        {
          header: text('audit.count'),
          name: 'plain',
          cell: ({ count }) => (count > 1 ? `${count} ×` : ''),
          align: 'end',
        },
      ]}
      actions={({ by }) => (
        <RowButtons>
          {by ? (
            <RowButton
              icon={UserRound}
              label={text('audit.ofAccount')}
              of={by.name ?? by.id}
              onClick={() => onAccount(by)}
            />
          ) : null}
        </RowButtons>
      )}
    />
  )
}

const What = ({ kind, what, outcome }: SecurityEvent) => {
  const words = useWords()
  const said = outcome === 'done' ? words.kind(kind) : `${words.kind(kind)}: ${words.outcome(outcome)}`
  return (
    <>
      {words.call(what)}
      <span className="block text-xs font-normal text-ink-soft">{said}</span>
    </>
  )
}

const Who = ({ by, network }: SecurityEvent) => {
  const text = useText(texts)
  return (
    <>
      {by?.role ? `${text(`role.${by.role}`)} ` : ''}
      {by ? (by.name ?? <Id of={by.id} />) : text('audit.notLoggedIn')}
      {network ? <Id of={network} block /> : null}
    </>
  )
}

const When = ({ at, lastAt, count }: SecurityEvent) => {
  const text = useText(texts)
  return (
    <>
      <DateTime at={at} />
      {count > 1 && lastAt.slice(0, 16) !== at.slice(0, 16) ? (
        <span className="block text-xs text-ink-soft">
          {text('audit.until')} <DateTime at={lastAt} />
        </span>
      ) : null}
    </>
  )
}

/** A person by name, a parcel by its tracking ID. */
const About = ({ about, aboutName }: SecurityEvent) => {
  if (about === null) return '–'
  if (trackingIdIn(about)) return <ParcelLink to={`/Admin/deliveries?search=${about}`}>{about}</ParcelLink>
  return (
    <>
      {aboutName}
      <Hidden of={about} />
    </>
  )
}

/** Folds an id away: few people need one. */
const Hidden = ({ of }: { of: string }) => {
  const text = useText(texts)
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer py-1 whitespace-nowrap pointer-coarse:py-3.5 max-md:py-3.5">
        {text('audit.showId')}
      </summary>
      <Id of={of} block />
    </details>
  )
}

const Id = ({ of, block = false }: { of: string; block?: boolean }) => (
  <code className={`break-words font-mono text-xs font-normal ${block ? 'block text-ink-soft' : ''}`}>{of}</code>
)
