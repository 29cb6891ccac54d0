import { Checkout } from '@tuma/kit/parcels'

export const Pay = () => <Checkout forms="/send-parcel" variant="public" />
