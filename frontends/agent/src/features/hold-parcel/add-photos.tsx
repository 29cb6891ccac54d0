import type { Delivery } from '@tuma/contracts/api'
import { ChoosePhotos, useChosenPhotos } from '@tuma/kit/parcels'
import { toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Dialog, DialogFoot } from '@tuma/kit/ui'
import { useState } from 'react'
import { troubleTexts } from '../../trouble-texts.ts'
import { Said, useAbout } from '../move-parcel/say-moved.tsx'
import { parcelMoved } from '../move-parcel/steps.ts'

/** Shows what a parcel looks like, whether anything holds it or not. */
export const AddPhotos = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(troubleTexts)
  const about = useAbout()
  const photos = useChosenPhotos(delivery)
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: photos.send,
    onSuccess: async ({ row, failed }) => {
      if (row) await parcelMoved(row)
      if (failed) return
      toast.success(<Said trackingId={delivery.trackingId}>{text('photos.done')}</Said>)
      onClose()
    },
  })
  const send = (): void => {
    setMissing(photos.chosen.length === 0)
    if (photos.chosen.length > 0) mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('photos.add')}
      description={about(delivery)}
      footer={
        <DialogFoot onCancel={onClose}>
          <Button loading={isPending} onClick={send}>
            {text('hold.sendPhotos')}
          </Button>
        </DialogFoot>
      }
    >
      <ChoosePhotos photos={photos} sending={isPending} />
      <p role="alert" className="t-error">
        {isMissing && photos.chosen.length === 0 ? text('photos.none') : ''}
      </p>
    </Dialog>
  )
}
