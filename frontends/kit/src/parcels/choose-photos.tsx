import './photos.css'
import { maxPhotos } from '@tuma/contracts/vocabulary'
import { Camera, Check, ImagePlus, X } from '@tuma/kit/icons'
import { useErrorText, useText } from '@tuma/kit/runtime'
import { Button, IconButton, Notice } from '@tuma/kit/ui'
import { type ChangeEvent, useId, useRef } from 'react'
import type { ChosenPhoto, ChosenPhotos } from './choosing-photos.ts'
import { useObjectUrl } from './photo.tsx'
import { photoTexts } from './photo-texts.ts'

/** Opens the camera or the photos of the phone. The chosen photos are shown small below, until they are sent. */
export const ChoosePhotos = ({ photos, sending }: { photos: ChosenPhotos; sending: boolean }) => {
  const text = useText(photoTexts)
  const id = useId()
  const { chosen, leftOut, room, choose, remove } = photos
  const sent = chosen.filter(({ state }) => state === 'sent').length
  return (
    <section className="parcel-choose" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className="t-label">
        {text('photos.choose')}
      </p>
      <p className="t-hint" id={`${id}-hint`}>
        {text('photos.hint', { count: maxPhotos })}
      </p>
      {room > 0 ? <Sources {...{ choose, sending }} /> : null}
      <div role="alert">
        {leftOut.map((one) => (
          <Notice key={one.why === 'noPicture' ? one.name : one.why} tone="danger">
            {one.why === 'noPicture'
              ? text('photos.noPicture', { name: one.name })
              : text('photos.tooMany', { count: one.count })}
          </Notice>
        ))}
      </div>
      {chosen.length > 0 ? (
        <ul className="parcel-chosen" aria-label={text('photos.choose')}>
          {chosen.map((one, at) => (
            <Chosen
              key={one.number}
              one={one}
              number={at + 1}
              onRemove={sending ? undefined : () => remove(one.number)}
            />
          ))}
        </ul>
      ) : null}
      {sending && chosen.length > 0 ? (
        <progress
          className="h-3 w-full"
          aria-label={text('photos.progress', { sent, count: chosen.length })}
          value={sent}
          max={chosen.length}
        />
      ) : null}
    </section>
  )
}

type Source = { choose: (files: readonly File[]) => void; sending: boolean }

const Sources = ({ choose, sending }: Source) => {
  const text = useText(photoTexts)
  const camera = useRef<HTMLInputElement>(null)
  const device = useRef<HTMLInputElement>(null)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    choose([...(target.files ?? [])])
    target.value = '' // the same one chosen again is a change too
  }
  const file = { hidden: true, type: 'file', accept: 'image/*', onChange: chosen } as const
  return (
    <div className="parcel-buttons">
      <span className="parcel-camera">
        <Button variant="secondary" icon={Camera} disabled={sending} onClick={() => camera.current?.click()}>
          {text('photos.take')}
        </Button>
        <input ref={camera} {...file} capture="environment" aria-label={text('photos.take')} />
      </span>
      <Button variant="secondary" icon={ImagePlus} disabled={sending} onClick={() => device.current?.click()}>
        {text('photos.fromDevice')}
      </Button>
      <input ref={device} {...file} multiple aria-label={text('photos.fromDevice')} />
    </div>
  )
}

type OfOne = { one: ChosenPhoto; number: number; onRemove: (() => void) | undefined }

const Chosen = ({ one: { photo, state, error }, number, onRemove }: OfOne) => {
  const text = useText(photoTexts)
  const say = useErrorText()
  const address = useObjectUrl(photo)
  const words = text(`photos.${state}`, { size: Math.ceil((photo?.size ?? 0) / 1024) })
  return (
    <li data-state={state}>
      <span className="parcel-photo">
        {address ? <img src={address} alt="" /> : <span className="t-spinner" aria-hidden />}
      </span>
      <span className="min-w-0 grow">
        <span role="status">{text('photos.chosen', { number, state: words })}</span>
        {error ? <span className="t-error">{say(error, text('photos.sendFailed'))}</span> : null}
      </span>
      {state === 'sent' ? <Check size={22} aria-hidden /> : null}
      {onRemove && state !== 'sent' ? (
        <IconButton label={text('photos.remove', { number })} onClick={onRemove}>
          <X size={20} aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}
