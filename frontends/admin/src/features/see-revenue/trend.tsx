import type { RevenueDay } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { useLocation, useText } from '@tuma/kit/runtime'
import { BarChart, Card, DataList, formatDayAndMonth, Money } from '@tuma/kit/ui'
import { useEffect, useRef } from 'react'
import { texts } from '../../texts.ts'
import { addUp, type Days, type Period, wordsOfDays } from './period.ts'

/** The id of the table, for links in the page's address. */
export const byDay = 'by-day'

/**
 * Revenue by day, with the same number of earlier days in grey behind it, and the same as a table.
 * @param period the period of the figures above, `shown` its days: the chart marks them among other days
 * @param before as many days as `days`, oldest first; empty until they are known
 */
export const Trend = (props: {
  days: readonly RevenueDay[]
  before: readonly RevenueDay[] | undefined
  title: string
  period: Period
  shown: Days
}) => {
  const text = useText(texts)
  const { days, before, title, period, shown } = props
  const { hash, key } = useLocation()
  const isAskedFor = hash === `#${byDay}`
  const summary = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is new each time that it is asked for
  useEffect(() => {
    if (isAskedFor) summary.current?.focus()
  }, [isAskedFor, key])
  const total = formatKsh(addUp(days).totalRevenue)
  const cameBefore = before ? addUp(before).totalRevenue : 0
  const then = cameBefore > 0 ? formatKsh(cameBefore) : null
  const isShown = ({ date }: RevenueDay) => date >= shown.from && date <= shown.to
  const apart = period === 'custom' ? [] : days.filter(isShown)
  const saidApart = (first: RevenueDay, last: RevenueDay) =>
    text('revenue.apart', {
      period: text(`revenue.${period}`),
      days: wordsOfDays({ from: first.date, to: last.date }),
      total: formatKsh(addUp(apart).totalRevenue),
    })
  const [first, last] = [apart[0], apart.at(-1)]
  return (
    <Card className="mt-4 grid gap-3">
      <BarChart
        label={title}
        apart={first && last && saidApart(first, last)}
        total={text('revenue.sum', { total })}
        before={
          then
            ? { legend: text('revenue.ghost', { total: then, count: days.length }), word: text('revenue.ghostWord') }
            : undefined
        }
        bars={days.map((day, place) => ({
          label: formatDayAndMonth(day.date),
          value: day.totalRevenue,
          before: before?.[place]?.totalRevenue,
          apart: isShown(day),
        }))}
        format={formatKsh}
      />
      <p className="t-hint">{text('revenue.deletedToo')}</p>
      <details open={isAskedFor || undefined}>
        <summary ref={summary} id={byDay} className="scroll-mt-24 cursor-pointer py-2.5 font-semibold">
          {text('revenue.asTable')}
        </summary>
        <DataList
          label={text('revenue.byDay')}
          rows={days.toReversed()}
          rowKey={(day) => day.date}
          columns={[
            { header: text('revenue.day'), cell: (day) => formatDayAndMonth(day.date), primary: true },
            { header: text('revenue.doorstep'), cell: (day) => <Money amount={day.doorstepRevenue} />, align: 'end' },
            { header: text('revenue.dukani'), cell: (day) => <Money amount={day.parcelDukaniRevenue} />, align: 'end' },
            { header: text('revenue.total'), cell: (day) => <Money amount={day.totalRevenue} />, align: 'end' },
            { header: text('revenue.deliveries'), cell: (day) => day.totalDeliveries, align: 'end' },
          ]}
        />
      </details>
    </Card>
  )
}
