import { TrackParcel } from '@tuma/kit/parcels'

export const Track = () => (
  <div className="mx-auto min-[62rem]:max-w-lg min-[80rem]:max-w-[60rem] [&>*]:mx-auto">
    <TrackParcel />
  </div>
)
