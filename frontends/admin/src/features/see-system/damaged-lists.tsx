import type { DamagedCollection } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { ListCard, ListedCase } from './list-card.tsx'
import { useListName } from './list-name.ts'
import { RebuildCommand } from './rebuild-command.tsx'

/** Lists with rows that changed on the disk after they were written, and what becomes of each. */
export const DamagedLists = ({ damaged }: { damaged: readonly DamagedCollection[] }) => {
  const text = useText(texts)
  return (
    <ListCard title={text('damagedLists.title')} recorded={text('damagedLists.recorded')}>
      {damaged.map((one) => (
        <DamagedList key={`${one.service} ${one.collection}`} {...one} />
      ))}
    </ListCard>
  )
}

const DamagedList = ({ service, collection, since, state }: DamagedCollection) => {
  const text = useText(texts)
  const toName = useListName()
  return (
    <ListedCase>
      <h3>{toName(collection)}</h3>
      <Facts
        rows={[
          [text('damaged.service'), text(`behind.service.${service}`)],
          [text('damaged.since'), <DateTime key="since" at={since} />],
        ]}
      />
      <p>{text(`damagedLists.${state}`)}</p>
      {state === 'stays' ? <RebuildCommand service={service} view={collection} /> : null}
    </ListedCase>
  )
}
