import { Flashlight } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { IconButton } from '@tuma/kit/ui'
import { useState } from 'react'
import { scanInTexts } from '../../scan-in-texts.ts'

/** What browsers know of a phone's lamp; TypeScript's own types lack it. @see https://w3c.github.io/mediacapture-image */
type WithTorch = { readonly torch?: boolean }

/** Switches the lamp beside the camera. Nothing where the camera has none. */
export const Torch = ({ track }: { track: MediaStreamTrack }) => {
  const text = useText(scanInTexts)
  const [isOn, setOn] = useState(false)
  const can = (track.getCapabilities?.() as WithTorch | undefined)?.torch === true
  if (!can) return null
  const turn = async (): Promise<void> => {
    const wanted: MediaTrackConstraints & { advanced: WithTorch[] } = { advanced: [{ torch: !isOn }] }
    await track.applyConstraints(wanted)
    setOn(!isOn)
  }
  return (
    <IconButton label={text('camera.light')} aria-pressed={isOn} onClick={() => void turn().catch(() => undefined)}>
      <Flashlight size={22} aria-hidden />
    </IconButton>
  )
}
