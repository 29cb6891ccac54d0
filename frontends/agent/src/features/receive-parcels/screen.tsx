import { api, useQuery, useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList } from '../move-parcel/parcel-list.tsx'

export const Receiving = () => {
  const text = useText(texts)
  const counts = useQuery(api.counter.tabCounts.queryOptions()).data?.receiving
  const tab = (status: 'inTransit' | 'delivered' | 'collected') => {
    const label = text(`receiving.${status}`)
    const content = <ParcelList list="receiving" status={status} label={label} />
    return { id: status, label, count: counts?.[status], content }
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
        tabs={[tab('inTransit'), tab('delivered'), tab('collected')]}
      />
    </>
  )
}
