import { api, useQuery, useText } from '@tuma/kit/runtime'
import { EmptyState } from '@tuma/kit/ui'
import { useState } from 'react'
import { scanInTexts } from '../../scan-in-texts.ts'
import { ScanLine } from './scan-line.tsx'
import { hasArrived, isCounted, type Line } from './scanned-list.ts'

/** What was scanned, the newest first, with how many there are of those that are on their way here. */
export const ScannedList = ({
  lines,
  onUndo,
}: {
  lines: readonly Line[]
  onUndo: (key: string) => Promise<boolean>
}) => {
  const text = useText(scanInTexts)
  const count = lines.filter(isCounted).length
  const arrived = lines.filter(hasArrived).length
  const expected = useExpected(arrived)
  return (
    <section aria-labelledby="scanned" className="scan-list">
      <div className="scan-counts">
        <h2 id="scanned" className="text-lg">
          {text('list.title', { count })}
        </h2>
        {expected > 0 ? <p>{text('list.arrived', { arrived, expected })}</p> : null}
      </div>
      {lines.length === 0 ? (
        <EmptyState title={text('list.empty')} />
      ) : (
        <ul>
          {lines.map((line) => (
            <ScanLine key={line.key ?? `${line.id} ${line.at}`} line={line} onUndo={onUndo} />
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * How many were on their way to this shop when the page was opened. Not asked again: the server's count goes down some
 * seconds after each scan, and a sum of both would go up and down.
 */
const useExpected = (arrived: number): number => {
  const coming = useQuery(api.counter.tabCounts.queryOptions()).data?.receiving.inTransitBy.shop
  const [first, setFirst] = useState<number | null>(null)
  if (first === null && coming !== undefined) setFirst(coming)
  return Math.max(first ?? 0, arrived)
}
