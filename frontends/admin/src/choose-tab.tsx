import { Button, Skeleton } from '@tuma/kit/ui'
import { countedTo, InOneLine } from './in-one-line.tsx'

type Counts<Tab extends string> = Readonly<Record<Tab, { count: number; more: boolean }>>

/**
 * Chooses one of a few lists and shows the count of each. Works also while the counts are unknown. If the buttons need more
 * than one line, they become one list that unfolds.
 */
export function ChooseTab<Tab extends string>({
  label,
  tabs,
  nameOf,
  tab,
  counts: { data, isPending },
  onChoose,
}: {
  label: string
  tabs: readonly Tab[]
  nameOf: (tab: Tab) => string
  tab: Tab
  counts: { data: Counts<Tab> | undefined; isPending: boolean }
  onChoose: (tab: Tab) => void
}) {
  if (isPending) return <Skeleton rows={1} />
  return (
    <fieldset className="min-w-0">
      <legend className="t-hidden">{label}</legend>
      <InOneLine
        label={label}
        choices={tabs.map((value) => ({ value, label: nameOf(value), count: data && countedTo(data[value]) }))}
        chosen={tab}
        onChoose={onChoose}
      >
        {({ value, label: name, count }) => (
          <Button
            key={value}
            size="small"
            variant={value === tab ? 'primary' : 'secondary'}
            aria-pressed={value === tab}
            onClick={() => onChoose(value)}
          >
            {name} {count ? <span className="t-count">{count}</span> : null}
          </Button>
        )}
      </InOneLine>
    </fieldset>
  )
}
