import { Pencil, Plus } from '@tuma/kit/icons'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { ButtonLink, DataList, EmptyState, Loaded, Money, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { RowButton } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { EditLocation } from './edit-location.tsx'
import { PlaceCodes } from './place-codes.tsx'
import { Prices } from './prices.tsx'
import { StickerRolls } from './sticker-rolls.tsx'

export const Locations = () => {
  const text = useText(texts)
  return (
    <>
      <PageHeader title={text('locations.title')} intro={text('locations.intro')}>
        <ButtonLink to="/Admin/location/add-location" icon={Plus}>
          {text('location.add')}
        </ButtonLink>
      </PageHeader>
      <Shops />
      <Prices />
      <PlaceCodes />
      <StickerRolls />
    </>
  )
}

const Shops = () => {
  const text = useText(texts)
  const shops = useQuery(api.locations.shops.queryOptions())
  const [editedId, setEditedId] = useState('')
  const edited = shops.data?.find(({ _id }) => _id === editedId)
  return (
    <>
      {edited ? <EditLocation location={edited} onClose={() => setEditedId('')} /> : null}
      <Loaded query={shops} failed={text('locations.failed')} empty={<EmptyState title={text('locations.none')} />}>
        {(rows) => (
          <DataList
            label={text('locations.title')}
            look="pairs head"
            rows={rows}
            rowKey={(location) => location._id}
            columns={[
              { header: text('agents.location'), primary: true, cell: ({ locationName }) => locationName },
              { header: text('location.points'), name: 'long', cell: ({ pickupPoints }) => pickupPoints.join(', ') },
              { header: text('locations.dukaniFee'), cell: ({ price }) => <Money amount={price} />, align: 'end' },
            ]}
            actions={({ _id, locationName }) => (
              <RowButton icon={Pencil} label={text('edit')} of={locationName} onClick={() => setEditedId(_id)} />
            )}
          />
        )}
      </Loaded>
    </>
  )
}
