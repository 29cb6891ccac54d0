import './place-card.css'
import { type AboutShop, distanceBetween, distanceInWords, type Position } from '@tuma/contracts/vocabulary'
import { LocateFixed } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { useRef, useState } from 'react'
import { findPosition } from './find-position.ts'
import { journeyTexts } from './journey-texts.ts'

/** Where this browser is. It is kept on the screen only, and sent nowhere. */
export type Near =
  | { readonly state: 'idle' | 'asking' | 'refused' | 'absent' }
  | { readonly state: 'found'; readonly at: Position }

/** `ask` by a press only: the browser asks its person. */
export const useNear = (): { near: Near; ask: () => Promise<void>; forget: () => void } => {
  const [near, setNear] = useState<Near>({ state: 'idle' })
  const ask = async (): Promise<void> => {
    setNear({ state: 'asking' })
    const found = await findPosition(false)
    setNear(typeof found === 'string' ? { state: found } : { state: 'found', at: found.position })
  }
  return { near, ask, forget: () => setNear({ state: 'idle' }) }
}

/** Asks where the browser is, and says in a sentence when that is not known. */
export function NearMe({ near, ask }: Pick<ReturnType<typeof useNear>, 'near' | 'ask'>) {
  const text = useText(journeyTexts)
  const { state } = near
  const isMissing = state === 'refused' || state === 'absent'
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={LocateFixed}
        loading={state === 'asking'}
        onClick={() => void ask()}
      >
        {text('near.button')}
      </Button>
      <span className="t-hint" role="status">
        {text(isMissing ? `near.${state}` : 'near.private')}
      </span>
    </>
  )
}

type Places = readonly {
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  readonly shops?: readonly (AboutShop & { readonly name: string })[] | undefined
}[]
export type ShopHere = {
  readonly name: string
  readonly place: string
  readonly about: AboutShop | undefined
  /** "1.2 km"; null where either position is not known. */
  readonly distance: string | null
}

/** Every shop: in the order of the places, or the nearest first where it is known where the browser is. */
export const sortShops = (places: Places, near: Near): ShopHere[] => {
  const shops = places.flatMap(({ locationName: place, pickupPoints, shops = [] }) =>
    pickupPoints.map((name) => ({ name, place, about: shops.find((shop) => shop.name === name) })),
  )
  const km = ({ position }: Partial<AboutShop> = {}): number =>
    near.state === 'found' && position ? distanceBetween(near.at, position) : Number.POSITIVE_INFINITY
  return shops
    .map((shop) => ({ ...shop, km: km(shop.about) }))
    .sort((one, other) => (one.km === other.km ? 0 : one.km - other.km))
    .map(({ km, ...shop }) => ({ ...shop, distance: km === Number.POSITIVE_INFINITY ? null : distanceInWords(km) }))
}

const maxOffered = 3

/** The nearest shops, each as a button that chooses it and folds the list. */
export function NearestShops({
  places,
  onChoose,
}: {
  places: Places
  onChoose: (place: string, shop: string) => void
}) {
  const text = useText(journeyTexts)
  const { near, ask, forget } = useNear()
  const box = useRef<HTMLDivElement>(null)
  const nearest = near.state === 'found' ? sortShops(places, near).filter(({ distance }) => distance !== null) : []
  const choose = (place: string, shop: string): void => {
    onChoose(place, shop)
    forget()
    box.current?.querySelector('button')?.focus()
  }
  return (
    <div ref={box} className="place-near">
      <NearMe near={near} ask={ask} />
      {near.state === 'found' && places.length > 0 && nearest.length === 0 ? (
        <p role="status">{text('near.none')}</p>
      ) : null}
      {nearest.length > 0 ? (
        <ul aria-label={text('near.list')}>
          {nearest.slice(0, maxOffered).map(({ name, place, distance }) => (
            <li key={`${place} ${name}`}>
              <Button variant="secondary" onClick={() => choose(place, name)}>
                <span>
                  {name}, {place}
                </span>
                <span className="place-distance">{distance}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
