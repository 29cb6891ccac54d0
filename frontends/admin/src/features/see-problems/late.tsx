import type { Delivery } from '@tuma/contracts/api'
import { DeadlineTag, Reach } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'
import { useShopkeeper } from '../../shopkeepers.ts'
import { problemTexts } from './texts.ts'

/** How late the parcel is, and below that its deadline. */
export const Deadline = ({ delivery }: { delivery: Delivery }) => (
  <>
    <DeadlineTag parcel={delivery} />
    {delivery.dueAt ? (
      <span className="block text-xs text-ink-soft">
        <DateTime at={delivery.dueAt} />
      </span>
    ) : null}
  </>
)

/** The sending shop and the rider with the parcel, each with links to call or write. */
export const ShopAndRider = ({ delivery: { sender, rider, trackingId } }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  const shop = { location: sender.location, address: sender.dropoffAgent }
  const shopkeeper = useShopkeeper(shop)
  return (
    <div className="w-full">
      <Asked
        as={text('problems.turnOf.shop')}
        name={`${shop.address}, ${shop.location}`}
        trackingId={trackingId}
        whom={shopkeeper}
      />
      <Asked
        as={text('problems.turnOf.rider')}
        name={rider?.name ?? text('problems.noRider')}
        trackingId={trackingId}
        whom={rider}
      />
    </div>
  )
}

type Person = { readonly name: string; readonly phone: string }
type Asking = { as: string; name: string; trackingId: string; whom: Person | null | undefined }

const Asked = ({ as, name, trackingId, whom }: Asking) => (
  <span className="flex items-center justify-between gap-x-2">
    <span>
      <span className="block">{as}</span>
      <span className="block text-xs text-ink-soft">{name}</span>
    </span>
    {whom ? <Reach name={whom.name} phone={whom.phone} trackingId={trackingId} /> : null}
  </span>
)
