import '../../parcel-list.css'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Loaded, PageHeader } from '@tuma/kit/ui'
import { FileLink } from '../../file-link.tsx'
import { useLiveDeliveries } from '../list-deliveries/changes.ts'
import { ByShop } from './by-shop.tsx'
import { Codes } from './codes.tsx'
import { KindLinks } from './kind-links.tsx'
import { type Chosen, useChosen } from './kinds.ts'
import { StuckParcels } from './stuck-parcels.tsx'
import { problemTexts } from './texts.ts'

/** Stuck parcels by kind; below them the waits at each shop and the codes, or the rows of the chosen kind. */
export const ProblemsScreen = () => {
  const text = useText(problemTexts)
  const chosen = useChosen()
  const found = useQuery(api.trouble.problems.queryOptions())
  useLiveDeliveries()
  return (
    <>
      <PageHeader title={text('problems.title')} intro={<span className="parcel-intro">{text('problems.intro')}</span>}>
        {chosen ? <FileLink of="/api/admin/deliveries.csv" filters={chosen} /> : null}
      </PageHeader>
      <Loaded query={found} failed={text('problems.failed')}>
        {({ counts, waiting, ...codes }) => (
          <>
            <KindLinks counts={counts} chosen={getKey(chosen)} />
            {chosen ? (
              <>
                <p className="mb-3 font-semibold">
                  <WhatIsShown chosen={chosen} />
                </p>
                <StuckParcels chosen={chosen} />
              </>
            ) : (
              <>
                <ByShop waiting={waiting} />
                <Codes {...codes} />
              </>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const getKey = (chosen: Chosen | null): string | null => {
  if (chosen === null) return null
  return 'needs' in chosen ? chosen.needs : 'waits'
}

const WhatIsShown = ({ chosen }: { chosen: Chosen }) => {
  const text = useText(problemTexts)
  if ('needs' in chosen) return text(`problems.what.${chosen.needs}`)
  const { waits, location, address } = chosen
  const shop = location && address ? `${address}, ${location}` : text('problems.allShops')
  return text('problems.waitsAt', { shop, days: text(`problems.days.${waits}`) })
}
