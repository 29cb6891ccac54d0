import { Button, Skeleton } from '@tuma/kit/ui'
import { InOneLine } from './in-one-line.tsx'

type Counts<Tab extends string> = Readonly<Record<Tab, { count: number; more: boolean }>>

/**
 * Which of a few lists, and how many there are of each. Who can not be told how many chooses all the same. Where its buttons
 * would take more than a line there is one that unfolds.
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
  const many = ({ count, more }: { count: number; more: boolean }) => `${count.toLocaleString('en')}${more ? '+' : ''}`
  const countOf = (one: Tab): string => (data ? many(data[one]) : '')
  const unfolding = (
    <select
      className="t-input"
      aria-label={label}
      value={tab}
      onChange={({ target }) => onChoose(tabs.find((one) => one === target.value) ?? tab)}
    >
      {tabs.map((one) => (
        <option key={one} value={one}>
          {`${nameOf(one)} ${countOf(one)}`.trim()}
        </option>
      ))}
    </select>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="t-hidden">{label}</legend>
      <InOneLine otherwise={unfolding}>
        {tabs.map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === tab ? 'primary' : 'secondary'}
            aria-pressed={one === tab}
            onClick={() => onChoose(one)}
          >
            {nameOf(one)} {data ? <span className="t-count">{countOf(one)}</span> : null}
          </Button>
        ))}
      </InOneLine>
    </fieldset>
  )
}
