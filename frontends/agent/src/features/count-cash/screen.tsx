import { api, useQuery, useText } from '@tuma/kit/runtime'
import { EmptyState, Loaded, PageHeader } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { GiveCash } from './give-cash.tsx'
import { HandOver } from './hand-over.tsx'
import { History } from './history.tsx'
import { OffersToYou } from './offers-to-you.tsx'
import { Parcels } from './parcels.tsx'
import { PayInCash } from './pay-in.tsx'

/** How often the screen asks again: a parcel's money, a colleague's answer and M-Pesa's confirmation come without a press. */
const looksEveryMs = 5000

/** The cash that the agent has, where it can go, and where past cash went and came from. */
export const Cash = () => {
  const text = useText(texts)
  const live = { refetchOnMount: 'always', refetchInterval: looksEveryMs } as const
  const drawer = useQuery(api.cash.drawer.queryOptions(live))
  const offers = useQuery(api.cash.offers.queryOptions(live))
  const payIns = useQuery(api.cash.payIns.queryOptions(live))
  return (
    <>
      <PageHeader title={text('cash.title')} intro={text('cash.intro')} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-4">
          {offers.data ? <OffersToYou offers={offers.data.toYou} /> : null}
          <Loaded query={drawer} failed={text('cash.failed')}>
            {(shown) => (
              <>
                <HandOver drawer={shown} />
                <PayInCash drawer={shown} newest={payIns.data?.[0] ?? null} />
                {shown.cents > 0 ? (
                  <Loaded query={offers} failed={text('cash.give.unknown')}>
                    {(known) => <GiveCash offers={known} inDrawer={shown.cents} />}
                  </Loaded>
                ) : null}
                {shown.parcels.length > 0 ? (
                  <Parcels parcels={shown.parcels} />
                ) : (
                  <EmptyState title={text('cash.empty')} />
                )}
              </>
            )}
          </Loaded>
        </div>
        <History passed={offers.data?.past ?? []} />
      </div>
    </>
  )
}
