import { Button, Skeleton } from '@tuma/kit/ui'

type Counts<Tab extends string> = Readonly<Record<Tab, { count: number; more: boolean }>>

/** Which of a few lists, and how many there are of each. Who can not be told how many chooses all the same. */
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
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="t-hidden">{label}</legend>
      {tabs.map((one) => (
        <Button
          key={one}
          size="small"
          variant={one === tab ? 'primary' : 'secondary'}
          aria-pressed={one === tab}
          onClick={() => onChoose(one)}
        >
          {nameOf(one)} {data ? <span className="t-count">{many(data[one])}</span> : null}
        </Button>
      ))}
    </fieldset>
  )
}
