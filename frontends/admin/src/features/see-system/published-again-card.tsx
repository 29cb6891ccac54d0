import type { PublishedAgain } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { ListCard, ListedCase } from './list-card.tsx'
import { code } from './rebuild-command.tsx'

/** Messages that Kafka lost in the last week: when, their topic, how many were sent again, and what to check. */
export const PublishedAgainCard = ({ lost }: { lost: readonly PublishedAgain[] }) => {
  const text = useText(texts)
  return (
    <ListCard title={text('again.title')} recorded={text('again.recorded')} toDo={text('again.toDo')}>
      {lost.map(({ service, at, messages, times, isUnderWay }) => (
        <ListedCase key={service}>
          <h3>{text(`lag.service.${service}`)}</h3>
          <Facts
            rows={[
              [text('again.at'), <DateTime key="at" at={at} />],
              [text('again.topic'), code(service)],
              [text('again.messages'), messages],
              [text('again.times'), times],
            ]}
          />
          <p>{text(isUnderWay ? 'again.underWay' : 'again.done')}</p>
        </ListedCase>
      ))}
    </ListCard>
  )
}
