import { TrackParcel } from '@tuma/kit/parcels'

export const Track = () => <TrackParcel />
