import type { DamagedCollection } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Card, CopyButton, DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { useListName } from './list-name.ts'

/** Lists with rows that changed on the disk after they were written, and what becomes of each. */
export const DamagedLists = ({ damaged }: { damaged: readonly DamagedCollection[] }) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-4">
      <h2>{text('damagedLists.title')}</h2>
      <p>{text('damagedLists.recorded')}</p>
      <ul className="grid gap-4" aria-label={text('damagedLists.title')}>
        {damaged.map((one) => (
          <DamagedList key={`${one.service} ${one.collection}`} {...one} />
        ))}
      </ul>
    </Card>
  )
}

const DamagedList = ({ service, collection, since, state }: DamagedCollection) => {
  const text = useText(texts)
  const toName = useListName()
  const command = `npm run rebuild -- ${service} ${collection}`
  return (
    <li className="grid gap-1 border-l-4 border-line-strong pl-4">
      <h3>{toName(collection)}</h3>
      <Facts
        rows={[
          [text('damaged.service'), text(`behind.service.${service}`)],
          [text('damaged.since'), <DateTime key="since" at={since} />],
        ]}
      />
      <p>{text(`damagedLists.${state}`)}</p>
      {state === 'stays' ? (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          {text('behind.rebuild')}
          <span className="flex items-center gap-1">
            <code className="font-mono font-normal text-xs wrap-anywhere">{command}</code>
            <CopyButton value={command} label={text('behind.copy')} />
          </span>
        </p>
      ) : null}
    </li>
  )
}
