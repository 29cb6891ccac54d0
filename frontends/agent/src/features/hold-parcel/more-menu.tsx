import type { Delivery } from '@tuma/contracts/api'
import { awaitsCode, isUnderWay, maxPhotos } from '@tuma/contracts/vocabulary'
import { Ellipsis } from '@tuma/kit/icons'
import { holdTexts, labelTexts } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { DropdownMenu, IconButton, MenuItem } from '@tuma/kit/ui'
import { troubleTexts } from '../../trouble-texts.ts'
import { useNewCode } from '../move-parcel/new-code.tsx'
import type { AskFor } from '../move-parcel/step-dialogs.tsx'
import { selectLiftable, useLift } from './lifting.tsx'

/** What may be done with a parcel beside its next step, as long as it is under way. */
export const MoreMenu = ({ delivery, askFor }: { delivery: Delivery; askFor: AskFor }) => {
  const text = useText(troubleTexts)
  const word = useText(holdTexts)
  const label = useText(labelTexts)
  const lift = useLift(delivery)
  const code = useNewCode(delivery)
  if (!isUnderWay(delivery)) return null
  return (
    <DropdownMenu
      trigger={
        <IconButton label={text('more', { id: delivery.trackingId })}>
          <Ellipsis size={22} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => askFor('hold', delivery)}>{text('hold.title')}</MenuItem>
      {selectLiftable(delivery).map((held) => (
        <MenuItem key={held} onSelect={() => void lift.ask(held)}>
          {text('lift.go', { why: word(`hold.${held}`) })}
        </MenuItem>
      ))}
      {(delivery.photos?.length ?? 0) < maxPhotos ? (
        <MenuItem onSelect={() => askFor('photos', delivery)}>{text('photos.add')}</MenuItem>
      ) : null}
      <MenuItem onSelect={() => askFor('label', delivery)}>{label('label.print')}</MenuItem>
      {awaitsCode(delivery) ? <MenuItem onSelect={code.send}>{text('waiting.code')}</MenuItem> : null}
    </DropdownMenu>
  )
}
