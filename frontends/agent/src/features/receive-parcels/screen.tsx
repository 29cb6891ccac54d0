import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import { troubleTexts } from '../../trouble-texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { ParcelList } from '../move-parcel/parcel-list.tsx'
import { ComingParcels } from './coming-parcels.tsx'

export const Receiving = () => {
  const text = useText(texts)
  const counts = useQuery(api.counter.tabCounts.queryOptions()).data?.receiving
  const tab = (status: 'delivered' | 'collected') => {
    const label = text(`receiving.${status}`)
    const list = <ParcelList list="receiving" status={status} label={label} />
    const content = status === 'delivered' ? <ByAge>{list}</ByAge> : list
    return { id: status, label, count: counts?.[status], content }
  }
  const coming = {
    id: 'inTransit',
    label: text('receiving.inTransit'),
    // What is folded is other shops' to bring.
    count: counts && counts.inTransitBy.shop + counts.inTransitBy.riders,
    content: <ComingParcels />,
  }
  return (
    <>
      <PageHeader
        title={text('receiving.title')}
        intro={<span className="max-md:hidden">{text('receiving.intro')}</span>}
      >
        <FindParcel />
      </PageHeader>
      <Tabs label={text('sending.tabs')} inAddress="tab" tabs={[coming, tab('delivered'), tab('collected')]} />
    </>
  )
}

/** The same parcels, and what has come back, by how long they have lain here. */
const ByAge = ({ children }: { children: ReactNode }) => {
  const text = useText(troubleTexts)
  return (
    <>
      <p className="counter-by-age">
        <Link to="/Agent/waiting">{text('waiting.link')}</Link>
      </p>
      {children}
    </>
  )
}
