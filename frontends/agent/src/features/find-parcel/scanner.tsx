import { Camera as CameraIcon } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button, Dialog, Notice } from '@tuma/kit/ui'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { openCamera } from './open-camera.ts'
import { readPicture, scan } from './read-code.ts'

type Found = (trackingId: string) => void

/** The camera, until it has seen a tracking id; a picture serves too. Where neither does, it says so: typing always works. */
export const Scanner = ({ onFound, onClose }: { onFound: Found; onClose: () => void }) => {
  const text = useText(texts)
  const [refused, setRefused] = useState(false)
  return (
    <Dialog open onClose={onClose} title={text('scan.title')} description={text('scan.intro')}>
      {refused ? (
        <Notice tone="danger">{text('scan.refused')}</Notice>
      ) : (
        <Camera onFound={onFound} onRefused={() => setRefused(true)} />
      )}
      <TakePicture onFound={onFound} />
    </Dialog>
  )
}

const Camera = (told: { onFound: Found; onRefused: () => void }) => {
  const text = useText(texts)
  const video = useRef<HTMLVideoElement>(null)
  const asked = useRef(told)
  useEffect(() => {
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      if (!video.current || !(await openCamera(video.current, closed.signal))) return
      const trackingId = await scan(video.current, closed.signal)
      if (trackingId && !closed.signal.aborted) asked.current.onFound(trackingId)
    }
    look().catch(() => asked.current.onRefused())
    return () => closed.abort()
  }, [])
  return (
    <video
      ref={video}
      aria-label={text('scan.picture')}
      className="aspect-square max-h-[55dvh] w-full rounded-lg bg-forest object-cover"
      autoPlay
      muted
      playsInline
    />
  )
}

/** For browsers that get no camera: a phone opens its own camera, a desk asks for a file. */
const TakePicture = ({ onFound }: { onFound: Found }) => {
  const text = useText(texts)
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const picture = target.files?.[0]
    target.value = '' // the same file chosen again is a change too
    if (!picture) return
    setProblem('')
    setReading(true)
    try {
      const trackingId = await readPicture(picture)
      if (trackingId) onFound(trackingId)
      else setProblem(text('scan.noCode'))
    } catch {
      setProblem(text('scan.unreadable'))
    }
    setReading(false)
  }
  return (
    <div className="mt-4 grid gap-3">
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Button variant="secondary" wide icon={CameraIcon} loading={reading} onClick={() => input.current?.click()}>
        {text('scan.takePicture')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={text('scan.takePicture')}
        onChange={(event) => void read(event)}
      />
    </div>
  )
}
