import type { BackupBehind } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Card, DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The place of the backup has not taken everything: since when, why, and what an operator checks. */
export const BackupCard = ({ state, since }: BackupBehind) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-2">
      <h2>{text('backup.title')}</h2>
      <Facts rows={[[text('backup.since'), <DateTime key="since" at={since} />]]} />
      <p>{text(`backup.${state}`)}</p>
      <p>{text('backup.follows')}</p>
    </Card>
  )
}
