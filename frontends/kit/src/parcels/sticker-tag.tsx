import type { Delivery } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { parcelTexts } from './texts.ts'

/** The last four of the newest sticker on the parcel, for staff. Nothing where there is none beside its tracking id. */
export const StickerTag = ({ parcel: { sticker } }: { parcel: Pick<Delivery, 'sticker'> }) => {
  const text = useText(parcelTexts)
  return sticker ? <span className="t-hint">{text('sticker.four', { four: sticker })}</span> : null
}
