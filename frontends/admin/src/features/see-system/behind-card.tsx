import type { GroupBehind, ViewBehind } from '@tuma/contracts/api'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Card, CopyButton, Facts, Notice } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { BackupCard } from './backup-card.tsx'
import { DailyCheckCard } from './daily-check-card.tsx'
import { DamagedCard } from './damaged-card.tsx'
import { DamagedLists } from './damaged-lists.tsx'
import { EnginesCard } from './engines-card.tsx'
import { useListName } from './list-name.ts'

/** Empty while every engine works, every list is up to date, no record is damaged and the daily check found nothing. */
export const BehindCard = () => {
  const text = useText(texts)
  const { data, isError } = useQuery(api.operations.readModels.queryOptions())
  const { behind = [], lagging = [], unanswered = [], degraded = [], backup } = data ?? {}
  const { damaged = [], damagedCollections = [], findings = [], lastPass = [] } = data ?? {}
  const services = unanswered.map((service) => text(`behind.service.${service}`)).join(', ')
  return (
    <div className="mb-4 grid gap-4 empty:hidden">
      {degraded.length > 0 ? <EnginesCard degraded={degraded} /> : null}
      {backup ? <BackupCard {...backup} /> : null}
      {damaged.length > 0 ? <DamagedCard damaged={damaged} /> : null}
      {damagedCollections.length > 0 ? <DamagedLists damaged={damagedCollections} /> : null}
      {findings.length > 0 ? <DailyCheckCard findings={findings} passes={lastPass} /> : null}
      {behind.length > 0 ? <Lists behind={behind} /> : null}
      {lagging.length > 0 ? <Late lagging={lagging} /> : null}
      {unanswered.length > 0 ? <Notice tone="warning">{text('behind.unanswered', { services })}</Notice> : null}
      {isError && !data ? <Notice tone="warning">{text('behind.failed')}</Notice> : null}
    </div>
  )
}

const Lists = ({ behind }: { behind: readonly ViewBehind[] }) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-4">
      <h2>{text('behind.title')}</h2>
      <p>{text('behind.recorded')}</p>
      <ul className="grid gap-4" aria-label={text('behind.title')}>
        {behind.map((one) => (
          <Behind key={`${one.service} ${one.view}`} {...one} />
        ))}
      </ul>
      {behind.some(({ stoppedBy }) => stoppedBy) ? <p>{text('behind.toDo')}</p> : null}
    </Card>
  )
}

/** The services that handle messages more than a minute late. */
const Late = ({ lagging }: { lagging: readonly GroupBehind[] }) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-4">
      <h2>{text('lag.title')}</h2>
      <p>{text('lag.recorded')}</p>
      <ul className="grid gap-4" aria-label={text('lag.title')}>
        {lagging.map(({ service, topic, messages, seconds }) => (
          <li key={`${service} ${topic}`} className="grid gap-1 border-l-4 border-line-strong pl-4">
            <h3>{text(`lag.service.${service}`)}</h3>
            <p>
              {text('lag.messages', { count: messages })} {text('lag.minutes', { count: Math.round(seconds / 60) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Behind = ({ service, view, stoppedBy }: ViewBehind) => {
  const text = useText(texts)
  const toName = useListName()
  const command = `npm run rebuild -- ${service} ${view}`
  return (
    <li className="grid gap-1 border-l-4 border-line-strong pl-4">
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
          <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
            {text('behind.rebuild')}
            <span className="flex items-center gap-1">
              {code(command)} <CopyButton value={command} label={text('behind.copy')} />
            </span>
          </p>
        </>
      )}
    </li>
  )
}

const code = (words: string | null) =>
  words && <code className="font-mono font-normal text-xs wrap-anywhere">{words}</code>
