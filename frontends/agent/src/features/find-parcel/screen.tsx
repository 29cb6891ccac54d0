import { api, useLocation, usePages, useText } from '@tuma/kit/runtime'
import { PageHeader } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { Parcels } from '../move-parcel/parcel-list.tsx'
import { FindParcel } from './find-parcel.tsx'

/** All parcels of the shop that match the search. The history entry keeps it, not the address: it may be a phone number. */
export const FindParcels = () => {
  const text = useText(texts)
  const { state } = useLocation()
  const search: string = state?.search ?? ''
  return (
    <>
      <PageHeader title={text('find.title')} intro={text(search ? 'find.found' : 'find.intro', { search })}>
        <FindParcel key={search} />
      </PageHeader>
      <Found search={search} />
    </>
  )
}

/** Before anything is looked for, what came last. */
const Found = ({ search }: { search: string }) => {
  const text = useText(texts)
  const pages = usePages(api.counter.find, search ? { search } : {})
  return <Parcels pages={pages} label={text('all.title')} empty={text(search ? 'find.noMatch' : 'list.empty')} />
}
