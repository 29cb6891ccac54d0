import { displayPhone, normalisePhone } from '@tuma/contracts/vocabulary'
import { Mail, MapPin, Phone } from '@tuma/kit/icons'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { KangaStrip, Logo } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { SocialIcons } from './social-icons.tsx'
import { texts } from './texts.ts'

export function SiteFooter() {
  const text = useText(texts)
  return (
    <footer className="site-footer">
      <KangaStrip />
      <div className="site-column site-footer-columns">
        <div>
          <Logo />
          <p className="my-3">{text('footer.brand')}</p>
          <SocialIcons addresses={useContact()?.social} />
        </div>
        <Contact />
        <Column title={text('footer.quick')}>
          <Items
            of={[text('footer.pickupPoints'), text('footer.agents'), text('footer.services'), text('footer.feedback')]}
          />
        </Column>
        <Column title={text('footer.help')}>
          <Items
            of={[text('footer.sending'), text('footer.tracking'), text('footer.lost'), text('footer.helpAgents')]}
          />
        </Column>
      </div>
      <p className="site-copyright">{text('footer.copyright')}</p>
    </footer>
  )
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="site-footer-title">{title}</h2>
    {children}
  </div>
)

/** Plain text: these have no pages. */
const Items = ({ of }: { of: readonly string[] }) => (
  <ul className="grid gap-3 leading-tight">
    {of.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

const useContact = () => useQuery(api.locations.contact.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data

/** The details of this installation. Keeps their room empty until they are known. */
function Contact() {
  const text = useText(texts)
  const contact = useContact()
  return (
    <Column title={text('footer.contact')}>
      <div className="site-contact-room">{contact ? <ContactLines {...contact} /> : null}</div>
    </Column>
  )
}

export const ContactLines = ({ address, phone, email }: { address: string; phone: string; email: string }) => (
  <address className="site-contact">
    <MapPin size={18} aria-hidden />
    <span>{address}</span>
    {phone ? (
      <>
        <Phone size={18} aria-hidden />
        <a className="site-contact-link" href={`tel:+${normalisePhone(phone) ?? phone}`}>
          {displayPhone(phone)}
        </a>
      </>
    ) : null}
    <Mail size={18} aria-hidden />
    <a className="site-contact-link" href={`mailto:${email}`}>
      {email}
    </a>
  </address>
)
