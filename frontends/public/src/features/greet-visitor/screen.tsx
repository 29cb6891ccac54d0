import { ArrowRight, Search } from '@tuma/kit/icons'
import { hasBegun } from '@tuma/kit/kept-parcels'
import { Link, lazyScreen, useText } from '@tuma/kit/runtime'
import { ButtonLink, PageTitle } from '@tuma/kit/ui'
import { CounterPicture, DoorPicture } from '@tuma/kit/way-pictures'
import { texts } from '../../texts.ts'
import { Boards } from './boards.tsx'
import { BodaScene } from './boda-scene.tsx'
import { FindParcel } from './find-parcel.tsx'
import { Quote } from './quote.tsx'
import { Shops } from './shops.tsx'
import { Welcome } from './welcome.tsx'

/** Loaded only for visitors who have begun a payment here, so that the landing page stays small. */
const FinishBooking = lazyScreen(
  async () => (await import(/* webpackChunkName: "send" */ '../send-parcel/screen.tsx')).Finish,
  null,
)

export function Landing() {
  const text = useText(texts)
  return (
    <>
      <PageTitle title={text('landing.title')} />
      <meta property="og:title" content={text('landing.heading')} />
      <meta property="og:description" content={text('landing.paragraph')} />
      <Welcome />
      {hasBegun() ? <FinishBooking /> : null}
      <Hero />
      <Ways />
      <Shops />
      <section className="landing-stage" aria-labelledby="destinations">
        <div className="site-column">
          <h2 id="destinations">{text('landing.destinations')}</h2>
          <p className="mt-1">{text('landing.destinationsText')}</p>
          <Boards />
        </div>
      </section>
    </>
  )
}

function Hero() {
  const text = useText(texts)
  return (
    <section className="landing-hero t-kitenge">
      <div className="landing-words">
        <h1>{text('landing.heading')}</h1>
        <p>{text('landing.paragraph')}</p>
        <div className="landing-ways-in">
          <ButtonLink to="/trackDelivery" variant="ochre" icon={Search}>
            {text('landing.track')}
          </ButtonLink>
          <Link to="/send-parcel" className="t-button landing-send">
            {text('landing.send')}
          </Link>
        </div>
      </div>
      <Quote />
      <FindParcel />
      <BodaScene />
      <div className="landing-road" aria-hidden />
    </section>
  )
}

function Ways() {
  const text = useText(texts)
  const ways = [
    {
      to: '/send-parcel/door-step',
      name: text('landing.doorstep'),
      what: text('landing.doorstepText'),
      Picture: DoorPicture,
    },
    {
      to: '/send-parcel/parcel-dukani',
      name: text('landing.dukani'),
      what: text('landing.dukaniText'),
      Picture: CounterPicture,
    },
  ]
  return (
    <section className="site-column py-10 md:py-14" aria-labelledby="ways">
      <h2 id="ways">{text('landing.ways')}</h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-2">
        {ways.map(({ to, name, what, Picture }) => (
          <li key={to} className="landing-way-place">
            <Link to={to} className="t-card landing-way">
              <Picture />
              <span className="font-display text-xl font-bold">{name}</span>
              <span className="text-ink-soft">{what}</span>
              <span className="landing-way-go">
                {text('landing.start')} <ArrowRight size={18} aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
