import type { GroupBehind, ViewBehind } from '@tuma/contracts/api'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Facts, Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { BackupCard } from './backup-card.tsx'
import { DailyCheckCard } from './daily-check-card.tsx'
import { DamagedCard } from './damaged-card.tsx'
import { DamagedLists } from './damaged-lists.tsx'
import { EnginesCard } from './engines-card.tsx'
import { ListCard, ListedCase } from './list-card.tsx'
import { useListName } from './list-name.ts'
import { PublishedAgainCard } from './published-again-card.tsx'
import { code, RebuildCommand } from './rebuild-command.tsx'

/** Empty while every engine works, every list is up to date, no record is damaged, the daily check found nothing and Kafka lost nothing. */
export const BehindCard = () => {
  const text = useText(texts)
  const { data, isError } = useQuery(api.operations.readModels.queryOptions())
  const { behind = [], lagging = [], unanswered = [], degraded = [], backup } = data ?? {}
  const { damaged = [], damagedCollections = [], findings = [], lastPass = [], publishedAgain = [] } = data ?? {}
  const services = unanswered.map((service) => text(`behind.service.${service}`)).join(', ')
  return (
    <div className="mb-4 grid gap-4 empty:hidden">
      {degraded.length > 0 ? <EnginesCard degraded={degraded} /> : null}
      {backup ? <BackupCard {...backup} /> : null}
      {damaged.length > 0 ? <DamagedCard damaged={damaged} /> : null}
      {damagedCollections.length > 0 ? <DamagedLists damaged={damagedCollections} /> : null}
      {findings.length > 0 ? <DailyCheckCard findings={findings} passes={lastPass} /> : null}
      {publishedAgain.length > 0 ? <PublishedAgainCard lost={publishedAgain} /> : null}
      {behind.length > 0 ? <Lists behind={behind} /> : null}
      {lagging.length > 0 ? <Late lagging={lagging} /> : null}
      {unanswered.length > 0 ? <Notice tone="warning">{text('behind.unanswered', { services })}</Notice> : null}
      {isError && !data ? <Notice tone="warning">{text('behind.failed')}</Notice> : null}
    </div>
  )
}

const Lists = ({ behind }: { behind: readonly ViewBehind[] }) => {
  const text = useText(texts)
  const toDo = behind.some(({ stoppedBy }) => stoppedBy) ? text('behind.toDo') : undefined
  return (
    <ListCard title={text('behind.title')} recorded={text('behind.recorded')} toDo={toDo}>
      {behind.map((one) => (
        <Behind key={`${one.service} ${one.view}`} {...one} />
      ))}
    </ListCard>
  )
}

/** The services that handle messages more than a minute late. */
const Late = ({ lagging }: { lagging: readonly GroupBehind[] }) => {
  const text = useText(texts)
  return (
    <ListCard title={text('lag.title')} recorded={text('lag.recorded')}>
      {lagging.map(({ service, topic, messages, seconds }) => (
        <ListedCase key={`${service} ${topic}`}>
          <h3>{text(`lag.service.${service}`)}</h3>
          <p>
            {text('lag.messages', { count: messages })} {text('lag.minutes', { count: Math.round(seconds / 60) })}
          </p>
        </ListedCase>
      ))}
    </ListCard>
  )
}

const Behind = ({ service, view, stoppedBy }: ViewBehind) => {
  const text = useText(texts)
  const toName = useListName()
  return (
    <ListedCase>
      <h3>{toName(view)}</h3>
      {stoppedBy === null ? (
        <p>{text('behind.catchingUp')}</p>
      ) : (
        <>
          <Facts
            rows={[
              [text('behind.since'), text('behind.position', { position: stoppedBy.position ?? '?' })],
              [text('behind.event'), code(stoppedBy.event)],
              [text('behind.error'), code(stoppedBy.error)],
            ]}
          />
          <RebuildCommand service={service} view={view} />
        </>
      )}
    </ListedCase>
  )
}
