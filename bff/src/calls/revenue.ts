import { eatDayOf, firstOfMonth, mondayOf } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { sumOf, trendDays, trendOf } from './revenue-periods.ts'

export const revenueCalls = ({ api, services: { revenue }, surroundings }: Dependencies) => {
  const today = () => eatDayOf(surroundings.now())

  return {
    overview: api.revenue.overview.handler(async () => {
      const to = today()
      const [monday, first] = [mondayOf(to), firstOfMonth(to)]
      const days = await revenue.days({ from: monday < first ? monday : first, to })
      const since = (start: string) => sumOf(days.filter(({ day }) => day >= start))
      return { data: { today: since(to), thisWeek: since(monday), thisMonth: since(first) } }
    }),
    trends: api.revenue.trends.handler(async ({ input }) => ({
      data: trendOf(await revenue.days(trendDays(input, today()))),
    })),
  }
}
