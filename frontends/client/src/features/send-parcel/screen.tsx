import { ChooseDelivery, DoorstepForm, DukaniForm } from '@tuma/kit/parcels'

const ways = { variant: 'client', checkoutPath: '/Client/checkout', after: '/Client/send-parcel' } as const

export const Choose = () => (
  <ChooseDelivery doorstep="/Client/send-parcel/door-step" dukani="/Client/send-parcel/parcel-dukani" />
)
export const DoorStep = () => <DoorstepForm {...ways} />
export const Dukani = () => <DukaniForm {...ways} />
