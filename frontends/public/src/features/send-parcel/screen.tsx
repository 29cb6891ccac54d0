import { ChooseDelivery, DoorstepForm, DukaniForm, EmptyDoorstep, EmptyDukani, FinishBooking } from '@tuma/kit/parcels'

const ways = { variant: 'public', checkoutPath: '/checkout', after: '/send-parcel' } as const

export const Choose = () => <ChooseDelivery doorstep="/send-parcel/door-step" dukani="/send-parcel/parcel-dukani" />
/** On the landing page. */
export const Finish = () => (
  <div className="site-column py-4 empty:hidden">
    <FinishBooking forms="/send-parcel" ifBegun />
  </div>
)
export const DoorStep = () => <DoorstepForm {...ways} />
export const Dukani = () => <DukaniForm {...ways} />
/** Both as a build draws them. */
export const DrawnDoorStep = () => <EmptyDoorstep {...ways} />
export const DrawnDukani = () => <EmptyDukani {...ways} />
