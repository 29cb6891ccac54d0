import type { Problems } from '@tuma/contracts/api'
import { Link, useText } from '@tuma/kit/runtime'
import { Card, DataList, EmptyState } from '@tuma/kit/ui'
import { ages, linkToWaits } from './kinds.ts'
import { problemTexts } from './texts.ts'

type Row = Problems['waiting'][number]

/** How long parcels wait at each shop to be collected; each count leads to those parcels. */
export const ByShop = ({ waiting }: Pick<Problems, 'waiting'>) => {
  const text = useText(problemTexts)
  return (
    <Card className="mb-4">
      <h2>{text('problems.byShop')}</h2>
      <p className="t-hint mb-3">{text('problems.byShopWhat')}</p>
      {waiting.length === 0 ? (
        <EmptyState title={text('problems.noneWaits')} />
      ) : (
        <DataList
          label={text('problems.byShop')}
          words="some"
          look="pairs"
          rows={waiting}
          rowKey={({ shop }) => nameOf(shop)}
          columns={[
            { header: text('problems.shop'), primary: true, cell: ({ shop }) => nameOf(shop) },
            ...ages.map((age, at) => ({
              header: text(`problems.days.${age}`),
              align: 'end' as const,
              cell: (row: Row) => <Count row={row} at={at} />,
            })),
          ]}
        />
      )}
    </Card>
  )
}

const Count = ({ row: { shop, ages: counts }, at }: { row: Row; at: number }) => {
  const text = useText(problemTexts)
  const age = ages[at]
  const count = counts[at] ?? 0
  if (count === 0 || age === undefined) return <span className="problem-none text-ink-soft">0</span>
  const label = text('problems.countOf', { count, days: text(`problems.days.${age}`), shop: nameOf(shop) })
  return (
    <Link
      to={linkToWaits(age, shop)}
      aria-label={label}
      className="inline-grid min-h-11 min-w-11 content-center font-semibold max-sm:text-left"
    >
      {count.toLocaleString('en')}
    </Link>
  )
}

const nameOf = ({ address, location }: Row['shop']): string => [address, location].filter(Boolean).join(', ')
