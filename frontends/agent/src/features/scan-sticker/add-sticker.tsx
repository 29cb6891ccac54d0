import type { Delivery } from '@tuma/contracts/api'
import { lastFour } from '@tuma/contracts/vocabulary'
import { QrCode } from '@tuma/kit/icons'
import { calls, toast, useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { refreshParcels } from '../move-parcel/steps.ts'
import { StickerDialog } from './sticker-dialog.tsx'

/** Puts a further sticker on a parcel: it is found by each of them. */
export function AddSticker({ parcel }: { parcel: Pick<Delivery, '_id' | 'trackingId'> }) {
  const text = useText(newParcelTexts)
  const [open, setOpen] = useState(false)
  const add = async (sticker: string): Promise<void> => {
    await calls.stickers.add({ id: parcel._id, sticker })
    setOpen(false)
    toast.success(text('sticker.added', { four: lastFour(sticker), parcel: parcel.trackingId }))
    void refreshParcels()
  }
  return (
    <>
      <Button variant="secondary" icon={QrCode} onClick={() => setOpen(true)}>
        {text('sticker.scan')}
      </Button>
      {open ? <StickerDialog action={text('sticker.add')} onSticker={add} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
