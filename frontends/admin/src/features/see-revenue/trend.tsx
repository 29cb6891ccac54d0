import type { RevenueDay } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { BarChart, Card, DataList, Money } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** Revenue day by day, with the table behind it for whoever would rather read. */
export const Trend = ({ days, title }: { days: readonly RevenueDay[]; title: string }) => {
  const text = useText(texts)
  return (
    <Card className="mt-6 grid gap-4">
      <BarChart
        label={title}
        bars={days.map((day) => ({ label: day.formattedDate, value: day.totalRevenue }))}
        format={formatKsh}
      />
      <details>
        <summary className="cursor-pointer py-2 font-semibold">{text('revenue.asTable')}</summary>
        <DataList
          label={text('revenue.byDay')}
          rows={days.toReversed()}
          rowKey={(day) => day.date}
          columns={[
            { header: text('revenue.day'), cell: (day) => day.formattedDate, primary: true },
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
