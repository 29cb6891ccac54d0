import type { Delivery } from '@tuma/contracts/api'
import { type DeliveryType, normalisePhone } from '@tuma/contracts/vocabulary'
import { Repeat2 } from '@tuma/kit/icons'
import { useNavigate, useText, useUser } from '@tuma/kit/runtime'
import { Button, type ButtonLook } from '@tuma/kit/ui'
import { journeyTexts } from './journey-texts.ts'
import { keepAgain } from './known-drafts.ts'
import { againSearch } from './own-draft.tsx'

const forms: Record<DeliveryType, string> = {
  doorstep: '/Client/send-parcel/door-step',
  parcelDukani: '/Client/send-parcel/parcel-dukani',
}

/** Opens the form with the details of this parcel. Draws nothing if its receiver is no longer known. */
export function SendAgain({ parcel, ...look }: { parcel: Delivery } & ButtonLook) {
  const text = useText(journeyTexts)
  const user = useUser()
  const navigate = useNavigate()
  const open = (): void => {
    keepAgain(parcel, user)
    void navigate(forms[parcel.deliveryType] + againSearch)
  }
  if (normalisePhone(parcel.receiver.phone) === null) return null // who got it is erased
  return (
    <Button
      variant="secondary"
      icon={Repeat2}
      aria-label={`${text('again.button')} ${parcel.trackingId}`}
      onClick={open}
      {...look}
    >
      {text('again.button')}
    </Button>
  )
}
