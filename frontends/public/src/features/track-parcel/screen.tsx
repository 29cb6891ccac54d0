import { TrackParcel } from '@tuma/kit/parcels'

export const Track = () => (
  <div className="mx-auto max-w-lg min-[80rem]:max-w-[60rem] [&>*]:mx-auto">
    <TrackParcel />
  </div>
)
