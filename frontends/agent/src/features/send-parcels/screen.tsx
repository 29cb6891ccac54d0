import { api, useQuery, useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList } from '../move-parcel/parcel-list.tsx'

export const Sending = () => {
  const text = useText(texts)
  const counts = useQuery(api.counter.tabCounts.queryOptions()).data?.sending
  const tab = (id: 'dropping' | 'dropped' | 'inTransit', status: 'dropping' | 'uncollected' | 'inTransit') => {
    const label = text(`sending.${id}`)
    const meaning = text(`sending.${id}.means`)
    return {
      id,
      label,
      count: counts?.[status],
      content: <ParcelList list="sending" {...{ status, label, meaning }} />,
    }
  }
  return (
    <>
      <PageHeader title={text('sending.title')} intro={<span className="max-md:hidden">{text('sending.intro')}</span>}>
        <FindParcel />
      </PageHeader>
      <Tabs
        label={text('sending.tabs')}
        inAddress="tab"
        tabs={[tab('dropping', 'dropping'), tab('dropped', 'uncollected'), tab('inTransit', 'inTransit')]}
      />
    </>
  )
}
