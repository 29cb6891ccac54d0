import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { scanInTexts } from '../../scan-in-texts.ts'

/** Says that the next parcel gets this sticker, and lets the agent leave it. */
export const AwaitedSticker = ({ sticker, onLeave }: { sticker: string; onLeave: () => void }) => {
  const text = useText(scanInTexts)
  return (
    <div className="scan-sticker" role="status">
      <p>{text('sticker.awaited', { four: sticker.slice(-4) })}</p>
      <Button variant="secondary" size="small" onClick={onLeave}>
        {text('sticker.leave')}
      </Button>
    </div>
  )
}
