import './scan-in.css'
import { useText, useUser } from '@tuma/kit/runtime'
import { PageHeader, useScanner } from '@tuma/kit/ui'
import { scanInTexts } from '../../scan-in-texts.ts'
import { NoShop } from '../see-dashboard/no-shop.tsx'
import { AwaitedSticker } from './awaited-sticker.tsx'
import { Eye } from './eye.tsx'
import { LastFour } from './last-four.tsx'
import { ScannedList } from './scanned.tsx'
import { useScanIn } from './use-scan-in.ts'

/** Scans what has come into the shop: one code after the other, by the camera, a hand scanner or the last four. */
export const ScanIn = () => {
  const text = useText(scanInTexts)
  const { location, address } = useUser()
  return (
    <>
      <PageHeader title={text('title')} />
      {location && address ? <AtCounter /> : <NoShop />}
    </>
  )
}

const AtCounter = () => {
  const { lines, sticker, shown, session } = useScanIn()
  const take = (code: string): void => void session.take(code)
  useScanner(take, undefined, take)
  return (
    <div className="scan-columns">
      <div className="scan-beside">
        <Eye
          shown={shown}
          onCodes={(codes) => {
            for (const code of codes) take(code)
          }}
        />
        {sticker === null ? null : <AwaitedSticker sticker={sticker} onLeave={() => session.leaveSticker()} />}
        <LastFour onId={take} />
      </div>
      <ScannedList lines={lines} onUndo={(key) => session.undo(key)} />
    </div>
  )
}
