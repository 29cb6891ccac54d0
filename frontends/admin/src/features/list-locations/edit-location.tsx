import { type AdminLocation, dukaniPrice } from '@tuma/contracts/api'
import { ApiError, api, calls, confirm, queryClient, toast, useMutation, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, FormDialog, MoneyField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { EditShop } from './edit-shop.tsx'

const typed = z.object({ price: dukaniPrice.shape.price })
const refresh = () => queryClient.invalidateQueries({ queryKey: api.locations.key() })

type Props = { location: AdminLocation; onClose: () => void }

/** A location, or one of its shops: one dialog at a time. */
export const EditLocation = ({ location, onClose }: Props) => {
  const [shop, setShop] = useState<string | null>(null)
  return shop === null ? (
    <EditPlace location={location} onClose={onClose} onEdit={setShop} />
  ) : (
    <EditShop location={location} shop={shop} onClose={() => setShop(null)} />
  )
}

/** The fee for parcels to this location, and which of its shops are open. */
const EditPlace = ({ location, onClose, onEdit }: Props & { onEdit: (shop: string) => void }) => {
  const text = useText(texts)
  const { _id: id, locationName, price: before } = location
  const form = useForm({
    schema: typed,
    defaults: { price: before },
    failed: text('location.notSaved'),
    submit: async ({ price }) => {
      if (price !== before) await calls.network.setDukaniPrice({ id, price })
      toast.success(text('location.saved', { place: locationName }))
      onClose()
      await refresh()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={locationName}
      action={text('save')}
      beneath={<OpenShops location={location} onGone={onClose} onEdit={onEdit} />}
    >
      <MoneyField
        label={text('location.dukaniKsh')}
        hint={text('location.dukaniHint')}
        {...form.field('price', { number: true })}
      />
    </FormDialog>
  )
}

type OpenShopsProps = { location: AdminLocation; onGone: () => void; onEdit: (shop: string) => void }

const OpenShops = ({ location, ...on }: OpenShopsProps) => {
  const text = useText(texts)
  const { pickupPoints } = location
  return (
    <>
      <h3 className="mt-5">{text('location.open')}</h3>
      <ul className="grid">
        {pickupPoints.map((shop) => (
          <OpenShop key={shop} location={location} shop={shop} isLast={pickupPoints.length === 1} {...on} />
        ))}
      </ul>
    </>
  )
}

type OpenShopProps = OpenShopsProps & { shop: string; isLast: boolean }

const OpenShop = ({ location: { _id: id, locationName }, shop, isLast, onGone, onEdit }: OpenShopProps) => {
  const text = useText(texts)
  const retire = useRetire(() => {
    toast.success(text('location.closed', { shop }))
    if (isLast) onGone()
  })
  const ask = async (): Promise<void> => {
    const what = isLast ? 'location.closeLast' : 'location.closeWhat'
    const question = { title: text('location.close', { shop }), text: text(what, { place: locationName }) }
    if (await confirm({ ...question, yes: text('location.closeIt'), danger: true })) retire.mutate({ id, shop })
  }
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 border-b border-line py-1">
      <span className="me-auto">{shop}</span>
      <Button
        variant="quiet"
        size="small"
        aria-label={text('location.editShop', { shop })}
        onClick={() => onEdit(shop)}
      >
        {text('location.editIt')}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="text-danger"
        aria-label={text('location.closeShop', { shop })}
        loading={retire.isPending}
        onClick={() => void ask()}
      >
        {text('location.closeIt')}
      </Button>
    </li>
  )
}

const useRetire = (onDone: () => void) => {
  const text = useText(texts)
  const sayRefused = useSayRefused()
  return useMutation(
    api.network.retireShop.mutationOptions({
      onSuccess: () => {
        onDone()
        return refresh()
      },
      onError: (error) => {
        const who = error instanceof ApiError && error.code === 'shop_in_use' ? error.details : undefined
        const agents = who?.names
          ? text('location.agentsThere', { count: Number(who.agents), names: String(who.names) })
          : ''
        const parcels =
          who && Number(who.parcels) > 0 ? text('location.parcelsThere', { count: Number(who.parcels) }) : ''
        sayRefused(text('location.notClosed'), error, agents, parcels)
      },
    }),
  )
}
