import { Checkout } from '@tuma/kit/parcels'

export const Pay = () => <Checkout forms="/Client/send-parcel" variant="client" />
