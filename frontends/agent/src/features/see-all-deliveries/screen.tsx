import { useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList, Parcels } from '../move-parcel/parcel-list.tsx'
import { useReceived } from './received.ts'

export const AllDeliveries = () => {
  const text = useText(texts)
  const [sending, received] = [text('all.sending'), text('all.received')]
  return (
    <>
      <PageHeader title={text('all.title')} intro={text('all.intro')}>
        <FindParcel />
      </PageHeader>
      <Tabs
        label={text('all.tabs')}
        inAddress="tab"
        tabs={[
          { id: 'sending', label: sending, content: <ParcelList list="sending" label={sending} /> },
          { id: 'received', label: received, content: <Received label={received} /> },
        ]}
      />
    </>
  )
}

const Received = ({ label }: { label: string }) => <Parcels pages={useReceived()} label={label} />
