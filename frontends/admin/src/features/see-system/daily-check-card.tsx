import type { AuditFinding } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { DateTime, Facts } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { ListCard, ListedCase } from './list-card.tsx'
import { code, RebuildCommand } from './rebuild-command.tsx'

type Passes = readonly { readonly service: AuditFinding['service']; readonly at: string | null }[]

/** What the daily check of all stored data found, and what to do about each. */
export const DailyCheckCard = ({ findings, passes }: { findings: readonly AuditFinding[]; passes: Passes }) => {
  const text = useText(texts)
  return (
    <ListCard title={text('dailyCheck.title')} recorded={text('dailyCheck.recorded')}>
      {findings.map((finding) => (
        <Found
          key={`${finding.service} ${finding.kind} ${finding.about}`}
          {...finding}
          checkedAt={passes.find(({ service }) => service === finding.service)?.at ?? null}
        />
      ))}
    </ListCard>
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
    <ListedCase>
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
      {kind === 'row_differs' ? <RebuildCommand service={service} view={about.split(' ')[0] ?? ''} /> : null}
    </ListedCase>
  )
}

/** A kind without a text in this release has a sentence that fits all. */
const useKindLookup = () => {
  const text = useText(texts) as (key: string) => string
  return (kind: string): string => {
    const key = `dailyCheck.kind.${kind}`
    return text(key) === key ? text('dailyCheck.kind.other') : text(key)
  }
}
