import type { PricingTier } from '@tuma/contracts/vocabulary'
import { Pencil, Trash2 } from '@tuma/kit/icons'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, DataList, EmptyState, Loaded, Money } from '@tuma/kit/ui'
import { useState } from 'react'
import { useRemoval } from '../../removal.ts'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { type Destination, toDestinations } from './destinations.ts'
import { EditPrices } from './edit-prices.tsx'
import { carryOut } from './price-changes.ts'

/** The destinations of door step parcels and their prices in both tiers. */
export const Prices = () => {
  const text = useText(texts)
  const prices = useQuery(api.network.prices.queryOptions())
  const [edited, setEdited] = useState<Destination | null>(null)
  const remove = useRemove()
  return (
    <section className="mt-10 grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2>{text('prices.title')}</h2>
          <p className="text-ink-soft">{text('prices.intro')}</p>
        </div>
        <Button variant="secondary" onClick={() => setEdited({ place: '', prices: {} })}>
          {text('prices.add')}
        </Button>
      </div>
      {edited ? <EditPrices destination={edited} onClose={() => setEdited(null)} /> : null}
      <Loaded query={prices} failed={text('prices.failed')} empty={<EmptyState title={text('locations.none')} />}>
        {(rows) => (
          <DataList
            label={text('prices.title')}
            rows={toDestinations(rows)}
            rowKey={({ place }) => place}
            columns={[
              { header: text('prices.place'), primary: true, cell: ({ place }) => place },
              { header: text('prices.sameDay'), cell: (row) => <Price of={row} tier="same-day" />, align: 'end' },
              { header: text('prices.express'), cell: (row) => <Price of={row} tier="express" />, align: 'end' },
            ]}
            actions={(destination) => (
              <RowButtons>
                <RowButton
                  icon={Pencil}
                  label={text('edit')}
                  of={destination.place}
                  onClick={() => setEdited(destination)}
                />
                <RowButton
                  danger
                  icon={Trash2}
                  label={text('delete')}
                  of={destination.place}
                  loading={remove.pending?.place === destination.place}
                  onClick={() => void remove.ask(destination)}
                />
              </RowButtons>
            )}
          />
        )}
      </Loaded>
    </section>
  )
}

const Price = ({ of: { prices }, tier }: { of: Destination; tier: PricingTier }) => {
  const price = prices[tier]?.price
  return price === undefined ? <span className="text-ink-soft">–</span> : <Money amount={price} />
}

const useRemove = () => {
  const text = useText(texts)
  return useRemoval<Destination>({
    question: ({ place }) => ({ title: text('prices.sure', { place }), text: text('prices.what') }),
    remove: ({ prices }) => carryOut(Object.values(prices).map(({ _id }) => ({ kind: 'remove', id: _id }))),
    done: text('prices.deleted'),
    failed: text('prices.notDeleted'),
  })
}
