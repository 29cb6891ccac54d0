import { Camera as CameraIcon, CameraOff } from '@tuma/kit/icons'
import { recall, remember, useText } from '@tuma/kit/runtime'
import { Button, IconButton } from '@tuma/kit/ui'
import { useState } from 'react'
import { scanInTexts } from '../../scan-in-texts.ts'
import { Camera } from './camera.tsx'
import { Torch } from './torch.tsx'
import type { Verdict as Said } from './use-verdict.ts'
import { Verdict } from './verdict.tsx'

/** The name under which this browser keeps that its camera stays off. */
const kept = 'scanCamera'

/** The camera as this browser left it, and over it what is said of the newest scan. */
export const Eye = ({
  shown,
  onCodes,
}: {
  shown: { verdict: Said; number: number } | null
  onCodes: (codes: readonly string[]) => void
}) => {
  const text = useText(scanInTexts)
  const [state, setState] = useState<'on' | 'off' | 'refused'>(() => recall(kept, ['off']) ?? 'on')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const turn = (next: 'on' | 'off'): void => {
    remember(kept, next)
    setState(next)
  }
  const isOn = state === 'on'
  return (
    <section className="scan-eye" aria-label={text('camera.label')}>
      <div className="scan-view" data-camera={isOn ? 'on' : 'off'}>
        {isOn ? (
          <>
            <Camera onCodes={onCodes} onRefused={() => setState('refused')} onTrack={setTrack} />
            <div className="scan-buttons">
              {track ? <Torch track={track} /> : null}
              <IconButton label={text('camera.off')} onClick={() => turn('off')}>
                <CameraOff size={22} aria-hidden />
              </IconButton>
            </div>
          </>
        ) : null}
        <p className="scan-hint">{text(isOn ? 'camera.hold' : 'camera.none')}</p>
        <Verdict shown={shown} />
      </div>
      {isOn ? null : (
        <Button variant="secondary" size="small" icon={CameraIcon} onClick={() => turn('on')}>
          {text('camera.on')}
        </Button>
      )}
    </section>
  )
}
