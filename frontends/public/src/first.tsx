import { deliveryStatuses, deliveryTypes, pressedStatuses, pricingTiers } from '@tuma/contracts/vocabulary'
import { buildFirstPages, defineFirst } from '@tuma/kit/first'
import { FoundParcel, LeastCost, NoParcel } from '@tuma/kit/parcels'
import { Outlet, type RouteObject, useLocation } from '@tuma/kit/runtime'
import { CopiedSign, Skeleton, ThemeSign } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { DoorOnlyLine } from './features/greet-visitor/boards.tsx'
import { OfferLine } from './features/greet-visitor/quote.tsx'
import { ShopRow } from './features/greet-visitor/shops.tsx'
import { WelcomeLine } from './features/greet-visitor/welcome.tsx'
import { DrawnDoorStep, DrawnDukani } from './features/send-parcel/screen.tsx'
import { pages } from './pages.ts'
import { routes } from './routes.tsx'
import { Page, Site } from './site.tsx'
import { ContactLines } from './site-footer.tsx'
import { HomeButton, MenuToggle } from './site-header.tsx'

const tracking = '/trackDelivery'
const choosing = '/send-parcel'
const doorstep = '/send-parcel/door-step'
const dukani = '/send-parcel/parcel-dukani'

const party = (who: string) => ({
  name: `{${who}.name}`,
  location: `{${who}.location}`,
  phone: `{${who}.phone}`,
  shop: `{${who}.shop}`,
})

const [anyTime, laterTime] = ['2026-11-22T00:00:00.000Z', '2026-11-22T01:00:00.000Z'] as const

/** On the way back both kinds have the same texts. */
const ways = [
  ...deliveryTypes.flatMap((deliveryType) =>
    deliveryStatuses.map((status) => ({ name: `${deliveryType}.${status}` as const, deliveryType, status, way: {} })),
  ),
  // A rider was assigned, so the sender does not bring it.
  {
    ...{ name: 'doorstep.riderComes' as const, deliveryType: 'doorstep' as const, status: 'uncollected' as const },
    way: { rider: true as const },
  },
  // A parcel that turned round has one of these.
  ...pressedStatuses.map((status) => ({
    ...{ name: `back.${status}` as const, deliveryType: 'parcelDukani' as const, status },
    way: { leg: 'back' as const, ...(status === 'collected' ? { outcome: 'returned' as const } : {}) },
  })),
]

/** `place-facts.ts` draws its lines again, and takes out the phone of a shop that has none. */
const anyAbout = { landmark: null, hours: null, closedDays: [], closedToday: false, phone: '{shop.phone}' }

/** A parcel at each step of each way, with the names of its facts as placeholders (`found.ts`). */
const founds = ways.map(({ name, deliveryType, status, way }) => ({
  name,
  parcel: {
    ...way,
    trackingId: '{trackingId}',
    deliveryType,
    pricingTier: 'any' as const,
    status,
    waitsUntil: '{waitsUntil}',
    shop: {
      ...{ name: '{shop.name}', place: '{shop.place}' },
      about: anyAbout,
    },
    due: '{due}',
    sender: party('sender'),
    receiver: party('receiver'),
    // Once with its name after the parcel has gone on, and once with its name now.
    history: [anyTime, laterTime].map((at) => ({ status, at, ...('leg' in way ? { leg: way.leg } : {}) })),
    createdAt: anyTime,
    updatedAt: anyTime,
  },
}))

/** The placeholders that `visit.ts` fills in, by name. */
const Parts = () => (
  <>
    <Part name="theme-system">
      <ThemeSign theme="system" />
    </Part>
    <Part name="theme-light">
      <ThemeSign theme="light" />
    </Part>
    <Part name="theme-dark">
      <ThemeSign theme="dark" />
    </Part>
    <Part name="menu-open">
      <MenuToggle open />
    </Part>
    <Part name="menu-closed">
      <MenuToggle open={false} />
    </Part>
    <Part name="home">
      <HomeButton to="/" />
    </Part>
    <Part name="contact">
      <ContactLines address="" phone="{phone}" email="" />
    </Part>
    <Part name="waiting">
      <Skeleton rows={3} />
    </Part>
    {useLocation().pathname === tracking ? <FoundParts /> : null}
    {useLocation().pathname === '/' ? <LandingParts /> : null}
    {useLocation().pathname === choosing ? <ChooseParts /> : null}
  </>
)

/** The placeholders that `choose.ts` fills in. */
const ChooseParts = () =>
  (['same-day', 'express', 'shop'] as const).map((way) => (
    <Part key={way} name={`cost-${way}`}>
      <LeastCost way={way} />
    </Part>
  ))

/** The placeholders that `landing.ts` fills in. */
const LandingParts = () => (
  <>
    {(['dukani', ...pricingTiers] as const).map((kind) => (
      <Part key={kind} name={`offer-${kind}`}>
        <OfferLine offer={{ kind, price: '{price}', to: '/' }} />
      </Part>
    ))}
    {(['dukani', ...pricingTiers] as const).map((kind) => (
      <Part key={kind} name={`least-${kind}`}>
        <OfferLine offer={{ kind, price: '{price}', least: true, to: '/' }} />
      </Part>
    ))}
    <Part name="shop">
      <ShopRow name="{shop.name}" place="{shop.place}" about={anyAbout} />
    </Part>
    <Part name="door-only">
      <DoorOnlyLine places="{places}" />
    </Part>
    <Part name="welcome">
      <div className="landing-welcome">
        <WelcomeLine username="{username}" to="/" />
      </div>
    </Part>
  </>
)

const FoundParts = () => (
  <>
    {founds.map(({ name, parcel }) => (
      <Part key={name} name={name}>
        <FoundParcel parcel={parcel} />
      </Part>
    ))}
    <Part name="copied">
      <CopiedSign />
    </Part>
    <Part name="no-parcel">
      <NoParcel />
    </Part>
  </>
)

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <template data-part={name}>{children}</template>
)

/** A form as a visitor finds it, before the app knows who they are. */
const emptyForm = (path: string, form: ReactNode): RouteObject => ({
  path,
  element: <Site task />,
  children: [{ element: <Page />, children: [{ index: true, element: form }] }],
})

const withParts = (drawn: RouteObject[]): RouteObject[] => [
  {
    element: (
      <>
        <Outlet />
        <Parts />
      </>
    ),
    children: drawn,
  },
]

export const first = defineFirst(
  buildFirstPages(pages),
  withParts([emptyForm(doorstep, <DrawnDoorStep />), emptyForm(dukani, <DrawnDukani />), ...routes]),
)
