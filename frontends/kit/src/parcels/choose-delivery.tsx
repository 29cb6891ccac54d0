import './parcels.css'
import { DoorOpen, Store } from '@tuma/kit/icons'
import { Link, useLocation, useText } from '@tuma/kit/runtime'
import { PageHeader } from '@tuma/kit/ui'
import type { ComponentType } from 'react'
import { JustSent } from './just-sent.tsx'
import { parcelTexts } from './texts.ts'

/** Door Step delivery or Parcel Dukani. `doorstep` and `dukani` are the forms' addresses. */
export function ChooseDelivery({ doorstep, dukani }: { doorstep: string; dukani: string }) {
  const text = useText(parcelTexts)
  const { search } = useLocation()
  return (
    <>
      <PageHeader title={text('choose.title')} intro={text('choose.intro')} />
      <JustSent />
      <ul className="parcel-kinds">
        <Kind
          to={doorstep + search}
          icon={DoorOpen}
          name={text('choose.doorstep')}
          hint={text('choose.doorstepHint')}
        />
        <Kind to={dukani + search} icon={Store} name={text('choose.dukani')} hint={text('choose.dukaniHint')} />
      </ul>
    </>
  )
}

type KindProps = {
  to: string
  icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  name: string
  hint: string
}

const Kind = ({ to, icon: Icon, name, hint }: KindProps) => (
  <li>
    <Link to={to} className="t-card parcel-kind">
      <Icon size={40} aria-hidden />
      <span>
        <span className="parcel-kind-name">{name}</span>
        <span className="t-hint">{hint}</span>
      </span>
    </Link>
  </li>
)
