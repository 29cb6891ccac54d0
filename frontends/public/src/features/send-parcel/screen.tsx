import { ChooseDelivery, DoorstepForm, DukaniForm } from '@tuma/kit/parcels'

const ways = { variant: 'public', checkoutPath: '/checkout', after: '/send-parcel' } as const

export const Choose = () => <ChooseDelivery doorstep="/send-parcel/door-step" dukani="/send-parcel/parcel-dukani" />
export const DoorStep = () => <DoorstepForm {...ways} />
export const Dukani = () => <DukaniForm {...ways} />
