import type { AdminLocation } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { Select } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

export type ChosenShop = { location: string; address: string }

export const hasShop = (locations: readonly AdminLocation[], { location, address }: ChosenShop): boolean =>
  locations.some(({ locationName, pickupPoints }) => locationName === location && pickupPoints.includes(address))

/** A location and one of its pickup points. If a location has only one, that point is chosen at once. */
export const ShopFields = (props: {
  locations: readonly AdminLocation[]
  chosen: ChosenShop
  onChoose: (shop: ChosenShop) => void
}) => {
  const text = useText(texts)
  const { locations, chosen, onChoose } = props
  const pointsAt = (name: string) => locations.find(({ locationName }) => locationName === name)?.pickupPoints ?? []
  const points = pointsAt(chosen.location)
  const choosePlace = (location: string): void => {
    const [only, ...others] = pointsAt(location)
    onChoose({ location, address: only !== undefined && others.length === 0 ? only : '' })
  }
  return (
    <>
      <Select
        label={text('agents.location')}
        value={chosen.location}
        onChange={(event) => choosePlace(event.target.value)}
        options={locations.map(({ locationName }) => ({ value: locationName, label: locationName }))}
      />
      <Select
        label={text('agents.address')}
        placeholder={points.length === 0 ? text('agents.locationFirst') : undefined}
        disabled={points.length === 0}
        value={points.includes(chosen.address) ? chosen.address : ''}
        onChange={(event) => onChoose({ ...chosen, address: event.target.value })}
        options={points.map((point) => ({ value: point, label: point }))}
      />
    </>
  )
}
