import { useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList } from '../move-parcel/parcel-list.tsx'

export const Receiving = () => {
  const text = useText(texts)
  const tab = (status: 'inTransit' | 'delivered' | 'collected') => {
    const label = text(`receiving.${status}`)
    return { id: status, label, content: <ParcelList list="receiving" status={status} label={label} /> }
  }
  return (
    <>
      <PageHeader title={text('receiving.title')} intro={text('receiving.intro')}>
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
