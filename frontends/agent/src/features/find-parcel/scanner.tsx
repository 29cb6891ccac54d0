import { useText } from '@tuma/kit/runtime'
import { Dialog, Notice } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { scan } from './read-code.ts'

type Found = (trackingId: string) => void

/** The camera, until it has seen a tracking id. Where it may not be used, it says so: typing always works. */
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
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const stop = (): void => {
        for (const track of stream.getTracks()) track.stop()
      }
      if (closed.signal.aborted || !video.current) return stop()
      closed.signal.addEventListener('abort', stop)
      video.current.srcObject = stream
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
      className="aspect-square w-full rounded-lg bg-forest object-cover"
      autoPlay
      muted
      playsInline
    />
  )
}
