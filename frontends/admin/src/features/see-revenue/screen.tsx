import type { RevenueDay, RevenuePeriod } from '@tuma/contracts/api'
import { CircleCheckBig, Gauge } from '@tuma/kit/icons'
import { api, Link, useQuery, useSearchParams, useText } from '@tuma/kit/runtime'
import { Button, EmptyState, ErrorState, formatDay, PageHeader, Skeleton, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { ChooseDates } from './choose-dates.tsx'
import { useCompletionRate } from './completion.ts'
import { Figures } from './figures.tsx'
import { type Period, periodIn, periods, problemOf, successRate, sumOf } from './period.ts'
import { Trend } from './trend.tsx'
import { Warnings } from './warnings.tsx'

/** The period and its dates live in the address, so that reload and back keep them. */
export const Revenue = () => {
  const text = useText(texts)
  const [search, setSearch] = useSearchParams()
  const period = periodIn(search)
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const choose = (next: Period): void => setSearch(next === 'today' ? {} : { period: next })
  return (
    <>
      <PageHeader title={text('revenue.title')} intro={text('revenue.intro')} />
      <Warnings />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="t-hidden">{text('revenue.period')}</legend>
        {periods.map((name) => (
          <Button
            key={name}
            size="small"
            variant={name === period ? 'primary' : 'secondary'}
            aria-pressed={name === period}
            onClick={() => choose(name)}
          >
            {text(`revenue.${name}`)}
          </Button>
        ))}
      </fieldset>
      {period === 'custom' ? (
        <>
          <ChooseDates
            from={from}
            to={to}
            onChoose={(...dates) => setSearch({ period, from: dates[0], to: dates[1] })}
          />
          {problemOf(from, to) ? <EmptyState title={text('revenue.chooseDates')} /> : <Between from={from} to={to} />}
        </>
      ) : (
        <Current period={period} />
      )}
      <p className="mt-6">
        <Link to="/Admin/audit" className="inline-block py-2 font-semibold underline">
          {text('audit.look')}
        </Link>
      </p>
    </>
  )
}

const Current = ({ period }: { period: Exclude<Period, 'custom'> }) => {
  const text = useText(texts)
  const overview = useQuery(api.revenue.overview.queryOptions())
  const trend = useQuery(api.revenue.trends.queryOptions({ input: { period: '30days' } }))
  const figures = overview.data?.data
  const completion = useCompletionRate()
  return (
    <Shown
      query={overview}
      also={trend}
      figures={figures?.[period]}
      days={trend.data?.data}
      title={text('revenue.trend')}
    >
      <div className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <StatCard
          label={text('revenue.successRate')}
          value={figures ? `${successRate(figures.today)}%` : undefined}
          icon={Gauge}
          tone="sky"
        />
        <StatCard
          label={text('revenue.completionRate')}
          value={completion === undefined ? undefined : `${completion}%`}
          hint={text('revenue.completionHint')}
          icon={CircleCheckBig}
          tone="sky"
        />
      </div>
    </Shown>
  )
}

const Between = ({ from, to }: { from: string; to: string }) => {
  const text = useText(texts)
  const trend = useQuery(api.revenue.trends.queryOptions({ input: { from, to } }))
  const days = trend.data?.data
  const title = text('revenue.trendBetween', { from: formatDay(from), to: formatDay(to) })
  return <Shown query={trend} figures={days && sumOf(days)} days={days} title={title} />
}

type Asked = { isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown }

const Shown = (props: {
  query: Asked
  also?: Asked
  figures: RevenuePeriod | undefined
  days: readonly RevenueDay[] | undefined
  title: string
  children?: React.ReactNode
}) => {
  const text = useText(texts)
  const failed = [props.query, props.also].filter((query) => query?.isError && query.data === undefined)
  if (failed.length > 0) {
    return (
      <ErrorState
        title={text('revenue.failed')}
        retrying={failed.some((query) => query?.isFetching)}
        onRetry={() => {
          for (const query of failed) void query?.refetch()
        }}
      />
    )
  }
  return (
    <div className="mt-4">
      <Figures figures={props.figures} />
      {props.children}
      {props.days ? <Trend days={props.days} title={props.title} /> : <TrendToCome />}
    </div>
  )
}

const TrendToCome = () => (
  <div className="mt-4">
    <Skeleton rows={3} />
  </div>
)
