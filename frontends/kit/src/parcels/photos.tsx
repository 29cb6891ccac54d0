import './photos.css'
import type { Delivery } from '@tuma/contracts/api'
import { ChevronLeft, ChevronRight, Download, ImageOff } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button, Card, Dialog, formatDateTime, IconButton, saveFile } from '@tuma/kit/ui'
import { type KeyboardEvent, useState } from 'react'
import { usePhoto } from './photo.tsx'
import { photoTexts } from './photo-texts.ts'

type Shown = Pick<Delivery, '_id' | 'trackingId' | 'photos'>
type Photo = NonNullable<Delivery['photos']>[number]

/** Photos of the parcel, small, for people who may see it in full. A press enlarges one. Shows nothing without photos. */
export const ParcelPhotos = ({ delivery }: { delivery: Shown }) => {
  const text = useText(photoTexts)
  const { photos = [] } = delivery
  const [open, setOpen] = useState<number | null>(null)
  const photo = open === null ? undefined : photos[open]
  if (photos.length === 0) return null
  return (
    <Card>
      <h2 className="parcel-group">{text('photos.title')}</h2>
      <PhotoStrip delivery={delivery} onOpen={setOpen} />
      <p className="t-hint">{text('photos.intro')}</p>
      {photo ? <LargePhoto {...{ delivery, photo }} onOpen={setOpen} onClose={() => setOpen(null)} /> : null}
    </Card>
  )
}

const PhotoStrip = ({ delivery: { _id, photos = [] }, onOpen }: { delivery: Shown; onOpen: (at: number) => void }) => {
  const text = useText(photoTexts)
  return (
    <ul className="parcel-photos" aria-label={text('photos.title')}>
      {photos.map((photo, at) => (
        <li key={photo.id}>
          <SmallPhoto {...{ photo, deliveryId: _id, number: at + 1, count: photos.length }} onOpen={() => onOpen(at)} />
        </li>
      ))}
    </ul>
  )
}

type OneOf = { photo: Photo; deliveryId: string; number: number; count: number }

const SmallPhoto = ({ photo, deliveryId, number, count, onOpen }: OneOf & { onOpen: () => void }) => {
  const text = useText(photoTexts)
  const { address, failed, again } = usePhoto(deliveryId, photo.id)
  if (failed)
    return (
      <button
        type="button"
        className="parcel-photo"
        onClick={again}
        aria-label={text('photos.again', { number, count })}
      >
        <ImageOff size={28} aria-hidden />
      </button>
    )
  return (
    <button type="button" className="parcel-photo" onClick={onOpen} aria-label={text('photos.open', { number, count })}>
      {address ? <img src={address} alt="" /> : <span className="t-spinner" aria-hidden />}
    </button>
  )
}

type Large = { delivery: Shown; photo: Photo; onOpen: (at: number) => void; onClose: () => void }

/** One by itself, as large as the screen has room for; the arrow keys lead to the others. */
const LargePhoto = ({ delivery: { _id, trackingId, photos = [] }, photo, onOpen, onClose }: Large) => {
  const text = useText(photoTexts)
  const { file, address, failed, isFetching, again } = usePhoto(_id, photo.id)
  const [at, count] = [photos.indexOf(photo), photos.length]
  const title = text('photos.one', { number: at + 1, count })
  const lead = (by: number): void => onOpen((at + by + count) % count)
  const byKey = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowRight') lead(1)
    if (key === 'ArrowLeft') lead(-1)
  }
  return (
    <Dialog open wide onClose={onClose} title={title} description={`${trackingId} · ${formatDateTime(photo.at)}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a way beside its buttons */}
      <div className="parcel-large" onKeyDown={count > 1 ? byKey : undefined}>
        <div className="parcel-large-place">
          {address ? <img src={address} alt={title} /> : null}
          <p role="status">{failed ? text('photos.failed') : address ? '' : text('photos.loading')}</p>
        </div>
        <div className="parcel-buttons">
          {count > 1 ? (
            <>
              <IconButton label={text('photos.before')} onClick={() => lead(-1)}>
                <ChevronLeft size={24} aria-hidden />
              </IconButton>
              <IconButton label={text('photos.next')} onClick={() => lead(1)}>
                <ChevronRight size={24} aria-hidden />
              </IconButton>
            </>
          ) : null}
          {failed ? (
            <Button data-first variant="secondary" loading={isFetching} onClick={again}>
              {text('photos.again', { number: at + 1, count })}
            </Button>
          ) : (
            <Button
              data-first
              variant="secondary"
              icon={Download}
              loading={!file}
              onClick={() => file && saveFile(file, nameOf(trackingId, at + 1, file))}
            >
              {text('photos.download')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const nameOf = (trackingId: string, number: number, { type }: Blob): string =>
  `photo_${trackingId}_${number}.${type === 'image/webp' ? 'webp' : 'jpg'}`
