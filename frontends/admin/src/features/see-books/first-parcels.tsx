import type { BookEntry } from '@tuma/contracts/api'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { Parcel } from './entries.tsx'

const maxShown = 3

/** The parcels that a payout is for: the first three, and how many more. `manyParcels` counts all of them. */
export const FirstParcels = ({
  of: { parcels = [], manyParcels = parcels.length },
}: {
  of: { readonly parcels?: readonly Pick<BookEntry, 'parcel'>[]; readonly manyParcels?: number }
}) => {
  const text = useText(texts)
  const shown = parcels.slice(0, maxShown)
  return (
    <>
      {shown.map((one, at) => (
        <span key={one.parcel?.id ?? at} className="block">
          <Parcel of={one} />
        </span>
      ))}
      {manyParcels > shown.length ? (
        <span className="block text-xs text-ink-soft">
          {text('books.moreParcels', { count: manyParcels - shown.length })}
        </span>
      ) : null}
    </>
  )
}
