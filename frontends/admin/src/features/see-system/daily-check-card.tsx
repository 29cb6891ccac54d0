import type { AuditFinding } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Card, CopyButton, DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

type Passes = readonly { readonly service: AuditFinding['service']; readonly at: string | null }[]

/** What the daily check of all stored data found, and what to do about each. */
export const DailyCheckCard = ({ findings, passes }: { findings: readonly AuditFinding[]; passes: Passes }) => {
  const text = useText(texts)
  return (
    <Card className="grid gap-4">
      <h2>{text('dailyCheck.title')}</h2>
      <p>{text('dailyCheck.recorded')}</p>
      <ul className="grid gap-4" aria-label={text('dailyCheck.title')}>
        {findings.map((finding) => (
          <Found
            key={`${finding.service} ${finding.kind} ${finding.about}`}
            {...finding}
            checkedAt={passes.find(({ service }) => service === finding.service)?.at ?? null}
          />
        ))}
      </ul>
    </Card>
  )
}

const Found = ({
  service,
  kind,
  about,
  expected,
  found,
  since,
  checkedAt,
}: AuditFinding & { checkedAt: string | null }) => {
  const text = useText(texts)
  const sayKind = useKindLookup()
  return (
    <li className="grid gap-1 border-l-4 border-line-strong pl-4">
      <h3>{sayKind(kind)}</h3>
      <Facts
        rows={[
          [text('damaged.service'), text(`behind.service.${service}`)],
          [text('dailyCheck.about'), code(about)],
          [text('dailyCheck.expected'), code(expected)],
          [text('dailyCheck.found'), code(found)],
          [text('damaged.since'), <DateTime key="since" at={since} />],
          [text('dailyCheck.checked'), checkedAt && <DateTime key="checked" at={checkedAt} />],
        ]}
      />
      {kind === 'row_differs' ? <Rebuild service={service} view={about.split(' ')[0] ?? ''} /> : null}
    </li>
  )
}

const Rebuild = ({ service, view }: { service: string; view: string }) => {
  const text = useText(texts)
  const command = `npm run rebuild -- ${service} ${view}`
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
      {text('behind.rebuild')}
      <span className="flex items-center gap-1">
        {code(command)} <CopyButton value={command} label={text('behind.copy')} />
      </span>
    </p>
  )
}

const code = (words: string | null) =>
  words && <code className="font-mono font-normal text-xs wrap-anywhere">{words}</code>

/** A kind without a text in this release has a sentence that fits all. */
const useKindLookup = () => {
  const text = useText(texts) as (key: string) => string
  return (kind: string): string => {
    const key = `dailyCheck.kind.${kind}`
    return text(key) === key ? text('dailyCheck.kind.other') : text(key)
  }
}
