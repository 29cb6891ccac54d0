import { useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList } from '../move-parcel/parcel-list.tsx'

export const Sending = () => {
  const text = useText(texts)
  const tab = (id: 'dropping' | 'dropped' | 'inTransit', status: 'dropping' | 'uncollected' | 'inTransit') => {
    const label = text(`sending.${id}`)
    return { id, label, content: <ParcelList list="sending" status={status} label={label} /> }
  }
  return (
    <>
      <PageHeader title={text('sending.title')} intro={text('sending.intro')}>
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
