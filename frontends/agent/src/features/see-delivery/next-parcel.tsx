import { ArrowRight, ScanLine } from '@tuma/kit/icons'
import { useNavigate, useText } from '@tuma/kit/runtime'
import { Button, type ButtonLook, Notice } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { Scanner } from '../find-parcel/scanner.tsx'
import { findPath, type Means, useFind } from '../find-parcel/use-find.ts'

/** On to the next one in the same way: the camera opens again, or the field has the focus. */
export const NextParcel = ({ means, variant }: { means: Means } & Pick<ButtonLook, 'variant'>) => {
  const text = useText(texts)
  const navigate = useNavigate()
  const [scanning, setScanning] = useState(false)
  const { find, problem, looking } = useFind()
  const go = (): void => {
    if (means === 'scanned') setScanning(true)
    else void navigate(findPath, { state: { typing: true } })
  }
  const scanned = (trackingId: string): void => {
    setScanning(false)
    find(trackingId, 'scanned')
  }
  return (
    <>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Button variant={variant} wide icon={means === 'scanned' ? ScanLine : ArrowRight} loading={looking} onClick={go}>
        {text('find.next')}
      </Button>
      {scanning ? <Scanner onFound={scanned} onClose={() => setScanning(false)} /> : null}
    </>
  )
}
