import { useText } from '@tuma/kit/runtime'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { texts } from '../../texts.ts'
import { openCamera } from '../find-parcel/open-camera.ts'
import { readCodes } from '../find-parcel/read-code.ts'

/** The camera, which gives every code that it sees. It goes off while the page is hidden. */
export const Camera = ({
  onCodes,
  onRefused,
  onTrack,
}: {
  onCodes: (codes: readonly string[]) => void
  onRefused: () => void
  /** Null when the camera goes off. */
  onTrack: (track: MediaStreamTrack | null) => void
}) => {
  const text = useText(texts)
  const video = useRef<HTMLVideoElement>(null)
  const isVisible = useSyncExternalStore(followVisibility, () => !document.hidden)
  const hear = useEffectEvent(onCodes)
  const refuse = useEffectEvent(onRefused)
  const tell = useEffectEvent(onTrack)
  useEffect(() => {
    if (!isVisible) return undefined
    const closed = new AbortController()
    const watch = async (): Promise<void> => {
      if (!video.current) return
      const opened = await openCamera(video.current, closed.signal)
      if (!opened) return
      tell(opened)
      for await (const codes of readCodes(video.current, closed.signal)) hear(codes)
    }
    watch().catch(() => refuse())
    return () => {
      closed.abort()
      tell(null)
    }
  }, [isVisible])
  return <video ref={video} aria-label={text('scan.picture')} className="scan-picture" autoPlay muted playsInline />
}

const followVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
