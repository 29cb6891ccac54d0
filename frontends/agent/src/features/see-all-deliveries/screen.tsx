import { api, useQuery, useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList, Parcels } from '../move-parcel/parcel-list.tsx'
import { useReceived } from './received.ts'

export const AllDeliveries = () => {
  const text = useText(texts)
  const counts = useQuery(api.counter.tabCounts.queryOptions()).data
  const arrived = counts && counts.receiving.delivered + counts.receiving.collected
  const [sending, received] = [text('all.sending'), text('all.received')]
  return (
    <>
      <PageHeader title={text('all.title')} intro={<span className="max-md:hidden">{text('all.intro')}</span>}>
        <FindParcel />
      </PageHeader>
      <Tabs
        label={text('all.tabs')}
        inAddress="tab"
        tabs={[
          {
            id: 'sending',
            label: sending,
            count: counts?.sending.all,
            content: <ParcelList list="sending" label={sending} />,
          },
          { id: 'received', label: received, count: arrived, content: <Received label={received} /> },
        ]}
      />
    </>
  )
}

const Received = ({ label }: { label: string }) => <Parcels pages={useReceived()} label={label} />
