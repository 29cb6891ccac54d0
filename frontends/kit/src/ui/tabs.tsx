import { useSearchParams } from '@tuma/kit/runtime'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** `count` is shown beside the label. It describes the tab and is not part of its name. */
export type Tab = { id: string; label: string; count?: number | undefined; content: ReactNode }

/** `inAddress` names a search parameter (`?tab=paid`), so that links and Back work. Without it, the open tab is forgotten. */
export function Tabs({
  label,
  tabs,
  inAddress,
}: {
  label: string
  tabs: readonly [Tab, ...Tab[]]
  inAddress?: string
}) {
  const [search, setSearch] = useSearchParams()
  const [own, setOwn] = useState(tabs[0].id)
  const asked = inAddress ? search.get(inAddress) : own
  const chosen = tabs.find((tab) => tab.id === asked) ?? tabs[0]
  // Radix reports a press twice, as press and as focus. The second would add a history entry.
  const told = useRef(chosen.id)
  useEffect(() => {
    told.current = chosen.id
  }, [chosen.id])
  const choose = (id: string): void => {
    if (told.current === id) return
    told.current = id
    setOwn(id)
    if (inAddress)
      setSearch(
        (before) => new URLSearchParams([...before].filter(([name]) => name !== inAddress).concat([[inAddress, id]])),
      )
  }
  return (
    <Radix.Root value={chosen.id} onValueChange={choose}>
      <Radix.List className="t-tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} data-count={tab.count} aria-description={tab.count?.toString()}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
