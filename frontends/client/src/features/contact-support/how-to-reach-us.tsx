import { displayPhone, normalisePhone } from '@tuma/contracts/vocabulary'
import { CalendarClock, type Clock, Mail, MapPin, MessageCircleReply, Phone } from '@tuma/kit/icons'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Card, EmailAddress, Loaded, Skeleton } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'

export const HowToReachUs = () => {
  const text = useText(texts)
  const contact = useQuery(api.locations.contact.queryOptions())
  return (
    <Card aria-labelledby="how-to-reach-us">
      <h2 id="how-to-reach-us" className="mb-3">
        {text('reach.title')}
      </h2>
      <dl className="grid gap-3">
        <Way icon={MessageCircleReply} name={text('reach.reply')}>
          {text('reach.replyTime')}
        </Way>
        <Way icon={CalendarClock} name={text('reach.hours')}>
          {text('reach.opening')}
        </Way>
      </dl>
      <hr className="my-4 border-line" />
      <Loaded query={contact} failed={text('reach.failed')} skeleton={<Skeleton rows={3} />}>
        {({ phone, email, address }) => (
          <dl className="grid gap-3">
            {phone ? (
              <Way icon={Phone} name={text('reach.phone')}>
                <a href={`tel:+${normalisePhone(phone) ?? phone}`}>{displayPhone(phone)}</a>
              </Way>
            ) : null}
            <Way icon={Mail} name={text('reach.email')}>
              <a href={`mailto:${email}`}>
                <EmailAddress of={email} />
              </a>
            </Way>
            <Way icon={MapPin} name={text('reach.address')}>
              {address}
            </Way>
          </dl>
        )}
      </Loaded>
    </Card>
  )
}

const Way = ({ icon: Icon, name, children }: { icon: typeof Clock; name: string; children: ReactNode }) => (
  <div className="relative min-h-11 pl-9 wrap-break-word">
    <dt className="t-hint">
      <Icon size={22} aria-hidden className="absolute top-2.5 left-0 text-laterite" />
      {name}
    </dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)
