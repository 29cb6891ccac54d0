import { deliveryStatuses, deliveryTypes, pricingTiers } from '@tuma/contracts/vocabulary'
import { defineFirst } from '@tuma/kit/first'
import { DoorstepHead, DukaniHead, FoundParcel, NoParcel } from '@tuma/kit/parcels'
import { Outlet, type RouteObject, useLocation } from '@tuma/kit/runtime'
import { CopiedSign, Skeleton, ThemeSign } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { DoorOnlyLine } from './features/greet-visitor/boards.tsx'
import { OfferLine, ShopLine } from './features/greet-visitor/quote.tsx'
import { WelcomeLine } from './features/greet-visitor/welcome.tsx'
import { parcelAsked } from './found.ts'
import { routes } from './routes.tsx'
import { Page, Site } from './site.tsx'
import { ContactLines } from './site-footer.tsx'
import { HomeButton, MenuToggle } from './site-header.tsx'

const tracking = '/trackDelivery'

const party = (who: string) => ({
  name: `{${who}.name}`,
  location: `{${who}.location}`,
  phone: `{${who}.phone}`,
  shop: `{${who}.shop}`,
})

const anyTime = '2026-11-22T00:00:00.000Z'

/** A parcel of each kind at each status, with the names of its facts in their place (`found.ts`). */
const founds = deliveryTypes
  .flatMap((deliveryType) => deliveryStatuses.map((status) => ({ deliveryType, status })))
  .map(({ status, deliveryType }) => ({
    trackingId: '{trackingId}',
    deliveryType,
    status,
    shop: { name: '{shop.name}', place: '{shop.place}' },
    due: '{due}',
    held: true as const,
    sender: party('sender'),
    receiver: party('receiver'),
    history: [{ status, at: anyTime }],
    createdAt: anyTime,
    updatedAt: anyTime,
  }))

/** What `visit.ts` puts in the place of what stands, by name. */
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
      <ContactLines address="" phone="" email="" />
    </Part>
    <Part name="waiting">
      <Skeleton rows={3} />
    </Part>
    {useLocation().pathname === tracking ? <FoundParts /> : null}
    {useLocation().pathname === '/' ? <LandingParts /> : null}
  </>
)

/** What `landing.ts` fills in. */
const LandingParts = () => (
  <>
    {(['dukani', ...pricingTiers] as const).map((kind) => (
      <Part key={kind} name={`offer-${kind}`}>
        <OfferLine offer={{ kind, price: '{price}', to: '/' }} />
      </Part>
    ))}
    <Part name="shop">
      <ShopLine place="{place}" shops="{shops}" />
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
    {founds.map((found) => (
      <Part key={`${found.deliveryType}.${found.status}`} name={`${found.deliveryType}.${found.status}`}>
        <FoundParcel parcel={found} />
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

/** Of a form its head; its fields come with the script that knows what may stand in them. */
const HeadOnly = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <div className="min-h-dvh">
      <Skeleton rows={6} />
    </div>
  </>
)

const headOf = (path: string, head: ReactNode): RouteObject => ({
  path,
  element: <Site task />,
  children: [{ element: <Page />, children: [{ index: true, element: <HeadOnly>{head}</HeadOnly> }] }],
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
  [
    { path: '/', whole: true },
    { path: tracking, whole: true, chunk: 'track', asks: [parcelAsked('{id}')] },
    { path: '/login', whole: true, chunk: 'login' },
    { path: '/send-parcel/door-step', chunk: 'send' },
    { path: '/send-parcel/parcel-dukani', chunk: 'send' },
  ],
  withParts([
    headOf('/send-parcel/door-step', <DoorstepHead />),
    headOf('/send-parcel/parcel-dukani', <DukaniHead />),
    ...routes,
  ]),
)
