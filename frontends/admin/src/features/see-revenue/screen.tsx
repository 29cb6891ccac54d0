import type { RevenueDay, RevenuePeriod } from '@tuma/contracts/api'
import { formatKsh, getEatDay } from '@tuma/contracts/vocabulary'
import { CircleCheckBig, Gauge } from '@tuma/kit/icons'
import { api, useQuery, useSearchParams, useText } from '@tuma/kit/runtime'
import { Button, EmptyState, ErrorState, formatDay, PageHeader, Skeleton, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { Attention } from './attention.tsx'
import { MessageBudgets } from './budgets.tsx'
import { ByShop } from './by-shop.tsx'
import { ChooseDates } from './choose-dates.tsx'
import { useCompletionRate } from './completion.ts'
import { Figures, getList } from './figures.tsx'
import {
  addUp,
  type Days,
  findProblem,
  getDays,
  type Period,
  periodIn,
  periods,
  successRate,
  wordsOfDays,
} from './period.ts'
import { Trend } from './trend.tsx'
import { Warnings } from './warnings.tsx'

/** The period and its dates are in the address, so that reload and back keep them. */
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
      <Attention />
      <MessageBudgets />
      <fieldset className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
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
          {findProblem(from, to) ? <EmptyState title={text('revenue.chooseDates')} /> : <Between days={{ from, to }} />}
        </>
      ) : (
        <Current period={period} />
      )}
    </>
  )
}

const Current = ({ period }: { period: Exclude<Period, 'custom'> }) => {
  const text = useText(texts)
  const today = getEatDay(new Date().toISOString())
  const overview = useQuery(api.revenue.overview.queryOptions())
  const trend = useQuery(api.revenue.trends.queryOptions({ input: { period: '30days' } }))
  const days = getDays(period, today)
  const figures = overview.data?.data
  const completion = useCompletionRate()
  return (
    <Shown
      query={overview}
      also={trend}
      period={period}
      figures={figures?.[period]}
      before={overview.data?.before?.[period]}
      trend={trend.data?.data}
      trendBefore={trend.data?.before}
      days={days}
      title={text('revenue.trend')}
      of={overview.data?.of?.[period]}
    >
      <StatCard
        label={text('revenue.successRate')}
        value={figures ? `${successRate(figures.today)}%` : undefined}
        hint={text('revenue.successHint')}
        icon={Gauge}
        tone="sky"
        to={getList({ from: today, to: today })}
      />
      <StatCard
        label={text('revenue.completionRate')}
        value={completion === undefined ? undefined : `${completion}%`}
        hint={text('revenue.completionHint')}
        icon={CircleCheckBig}
        tone="sky"
        to="/Admin/deliveries"
      />
    </Shown>
  )
}

const Between = ({ days }: { days: Days }) => {
  const text = useText(texts)
  const trend = useQuery(api.revenue.trends.queryOptions({ input: days }))
  const shown = trend.data?.data
  const before = trend.data?.before
  const title = text('revenue.trendBetween', { from: formatDay(days.from), to: formatDay(days.to) })
  return (
    <Shown
      query={trend}
      period="custom"
      figures={shown && addUp(shown)}
      before={before && addUp(before)}
      days={days}
      trend={shown}
      trendBefore={before}
      title={title}
    />
  )
}

type Asked = { isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown }

const Shown = (props: {
  query: Asked
  also?: Asked
  period: Period
  figures: RevenuePeriod | undefined
  before: RevenuePeriod | undefined
  days: Days
  trend: readonly RevenueDay[] | undefined
  trendBefore: readonly RevenueDay[] | undefined
  title: string
  /** Parts of the total, in shillings; missing if unknown. */
  of?: { confirmed: number; deleted: number } | undefined
  children?: React.ReactNode
}) => {
  const text = useText(texts)
  const { period, figures, before, days, trend, trendBefore, title } = props
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
  const said = wordsOfDays(days)
  return (
    <div className="mt-3">
      <h2 className="mb-2 text-base">
        {period === 'custom' ? said : text('revenue.of', { period: text(`revenue.${period}`), days: said })}
      </h2>
      <Figures period={period} days={days} figures={figures} before={before}>
        {props.children}
      </Figures>
      {props.of ? (
        <p className="t-hint mt-2">
          {text('revenue.ofIt', { confirmed: formatKsh(props.of.confirmed), deleted: formatKsh(props.of.deleted) })}
        </p>
      ) : null}
      <div className="grid items-start gap-x-4 min-[90rem]:grid-cols-[3fr_2fr]">
        {trend ? (
          <Trend days={trend} before={trendBefore} title={title} period={period} shown={days} />
        ) : (
          <TrendToCome />
        )}
        <ByShop days={days} />
      </div>
    </div>
  )
}

const TrendToCome = () => (
  <div className="mt-4">
    <Skeleton rows={3} />
  </div>
)
