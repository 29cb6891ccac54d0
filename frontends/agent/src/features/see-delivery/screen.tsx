import type { DeliveryType } from '@tuma/contracts/vocabulary'
import { DeliveryDetail } from '@tuma/kit/parcels'
import { useLocation, useParams } from '@tuma/kit/runtime'
import { KeepFocus } from '../move-parcel/keep-focus.tsx'
import { NextStepButton } from '../move-parcel/next-step-button.tsx'
import { useStepDialogs } from '../move-parcel/step-dialogs.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'

export const Detail = () => {
  const { type, id = '' } = useParams()
  const { state } = useLocation()
  useLiveParcels()
  const { askFor, dialog } = useStepDialogs()
  return (
    <>
      {dialog}
      <DeliveryDetail type={type as DeliveryType} id={id} back={state?.back ?? '/Agent'}>
        {(delivery) => (
          <KeepFocus>
            <NextStepButton delivery={delivery} askFor={askFor} />
          </KeepFocus>
        )}
      </DeliveryDetail>
    </>
  )
}
