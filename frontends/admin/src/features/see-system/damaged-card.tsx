import type { DamagedStream } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Card, DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Records that changed on the disk after they were written. */
export const DamagedCard = ({ damaged }: { damaged: readonly DamagedStream[] }) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-4">
      <h2>{text('damaged.title')}</h2>
      <p>{text('damaged.recorded')}</p>
      <ul className="grid gap-4" aria-label={text('damaged.title')}>
        {damaged.map(({ service, kind, id, revision, position, since }) => (
          <li key={`${service} ${kind} ${id}`} className="grid gap-1 border-l-4 border-line-strong pl-4">
            <h3>
              {kind} <code className="font-mono font-normal text-xs wrap-anywhere">{id}</code>
            </h3>
            <Facts
              rows={[
                [text('damaged.service'), text(`behind.service.${service}`)],
                [text('damaged.event'), text('damaged.place', { revision, position })],
                [text('damaged.since'), <DateTime key="since" at={since} />],
              ]}
            />
          </li>
        ))}
      </ul>
      <p>{text('damaged.toDo')}</p>
    </Card>
  )
}
