import type { RevenuePeriod } from '@tuma/contracts/api'
import type { DayFigures } from '@tuma/contracts/services'
import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { addUp, type Days, periodsBefore, toPeriods, toTrend, trendDays } from './revenue-periods.ts'
import { unlessAway } from './unless-away.ts'

export const revenueCalls = ({ api, services: { revenue }, environment }: Dependencies) => {
  const today = () => getEatDay(environment.now())

  return {
    overview: api.revenue.overview.handler(async () => {
      const [now, before] = [toPeriods(today()), periodsBefore(today())]
      const from = [now, before].flatMap((periods) => Object.values(periods).map((days) => days.from)).sort()[0]
      const days = await revenue.days({ from: from ?? today(), to: today() })
      const proven = await unlessAway(revenue.provenDays({ from: from ?? today(), to: today() }))
      const of = proven ? { of: provenIn(proven, now) } : {}
      return { data: sumsIn(days, now), before: sumsIn(days, before), ...of }
    }),
    trends: api.revenue.trends.handler(async ({ input }) => {
      const { from, to } = trendDays(input, today())
      const days = await revenue.days({ from, to })
      const before = await revenue.days({ from: addDays(from, -days.length), to: addDays(from, -1) })
      return { data: toTrend(days), before: toTrend(before) }
    }),
    byShop: api.revenue.byShop.handler(async ({ input }) => {
      const shops = await revenue.byShop(trendDays(input, today()))
      return { data: shops.map(({ shop, ...figures }) => ({ shop, ...addUp([figures]) })) }
    }),
  }
}

type Periods<Of> = { readonly today: Of; readonly thisWeek: Of; readonly thisMonth: Of }

const sumsIn = (days: readonly DayFigures[], { today, thisWeek, thisMonth }: Periods<Days>): Periods<RevenuePeriod> => {
  const sum = ({ from, to }: Days) => addUp(days.filter(({ day }) => day >= from && day <= to))
  return { today: sum(today), thisWeek: sum(thisWeek), thisMonth: sum(thisMonth) }
}

type ProvenDay = Awaited<ReturnType<Dependencies['services']['revenue']['provenDays']>>[number]

const provenIn = (days: readonly ProvenDay[], { today, thisWeek, thisMonth }: Periods<Days>) => {
  const sum = ({ from, to }: Days) => {
    const own = days.filter(({ day }) => day >= from && day <= to)
    return {
      confirmed: own.reduce((all, one) => all + one.doorstepConfirmed + one.parcelDukaniConfirmed, 0),
      deleted: own.reduce((all, one) => all + one.doorstepDeleted + one.parcelDukaniDeleted, 0),
    }
  }
  return { today: sum(today), thisWeek: sum(thisWeek), thisMonth: sum(thisMonth) }
}
