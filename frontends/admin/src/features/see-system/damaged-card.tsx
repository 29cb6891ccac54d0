import type { DamagedStream } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { ListCard, ListedCase } from './list-card.tsx'
import { code } from './rebuild-command.tsx'

/** Records that changed on the disk after they were written. */
export const DamagedCard = ({ damaged }: { damaged: readonly DamagedStream[] }) => {
  const text = useText(texts)
  return (
    <ListCard title={text('damaged.title')} recorded={text('damaged.recorded')} toDo={text('damaged.toDo')}>
      {damaged.map(({ service, kind, id, revision, position, since }) => (
        <ListedCase key={`${service} ${kind} ${id}`}>
          <h3>
            {kind} {code(id)}
          </h3>
          <Facts
            rows={[
              [text('damaged.service'), text(`behind.service.${service}`)],
              [text('damaged.event'), text('damaged.place', { revision, position })],
              [text('damaged.since'), <DateTime key="since" at={since} />],
            ]}
          />
        </ListedCase>
      ))}
    </ListCard>
  )
}
