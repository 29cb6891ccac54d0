import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { troubleTexts } from '../../trouble-texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList } from '../move-parcel/parcel-list.tsx'
import { type GroupedStatus, ReceivingGroups } from './receiving-groups.tsx'

export const Receiving = () => {
  const text = useText(texts)
  const counts = useQuery(api.counter.tabCounts.queryOptions()).data?.receiving
  const inGroups = (status: GroupedStatus) => {
    const by = counts?.[`${status}By`]
    const groups = <ReceivingGroups status={status} />
    const meaning = <p className="counter-meaning">{text(`receiving.${status}.means`)}</p>
    return {
      id: status,
      label: text(`receiving.${status}`),
      // The collapsed group belongs to other shops' riders.
      count: by && by.shop + by.riders,
      content: (
        <>
          <div className="counter-group-head">
            {meaning}
            {status === 'delivered' ? <ByAge /> : null}
          </div>
          {groups}
        </>
      ),
    }
  }
  const collected = {
    id: 'collected',
    label: text('receiving.collected'),
    count: counts?.collected,
    content: (
      <ParcelList
        list="receiving"
        status="collected"
        label={text('receiving.collected')}
        meaning={text('receiving.collected.means')}
      />
    ),
  }
  return (
    <>
      <PageHeader
        title={text('receiving.title')}
        intro={<span className="max-md:hidden">{text('receiving.intro')}</span>}
      >
        <FindParcel />
      </PageHeader>
      <Tabs
        label={text('sending.tabs')}
        inAddress="tab"
        tabs={[inGroups('inTransit'), inGroups('delivered'), collected]}
      />
    </>
  )
}

/** Leads to the same parcels, and to those that came back, sorted by how long they have waited. */
const ByAge = () => {
  const text = useText(troubleTexts)
  return (
    <p className="counter-by-age">
      <Link to="/Agent/waiting">{text('waiting.link')}</Link>
    </p>
  )
}
