import { TrackParcel } from '@tuma/kit/parcels'

export const Track = () => (
  <div className="mx-auto max-w-lg">
    <TrackParcel />
  </div>
)
