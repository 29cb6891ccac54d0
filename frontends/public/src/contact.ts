import type { ApiOutputs } from '@tuma/contracts/api'
import { displayPhone, normalisePhone } from '@tuma/contracts/vocabulary'

/** The contact details of this installation, without React. Fills the footer as `ContactLines` and `SocialIcons` draw it. */

type Contact = ApiOutputs['locations']['contact']

export async function showContact(page: HTMLElement, part: (name: string) => Element | null): Promise<void> {
  const room = page.querySelector('.site-contact-room')
  if (!room) return
  const answer = await fetch('/api/contact').catch(() => null)
  const lines = part('contact')
  if (!answer?.ok || !lines) return
  const { address, phone, email, social = {} } = (await answer.json()) as Contact
  leadTo(page, social)
  const [line] = lines.getElementsByTagName('span')
  const [call, write] = lines.getElementsByTagName('a')
  if (!line || !call || !write) return
  line.textContent = address
  if (phone === '') for (const drawn of [call.previousElementSibling, call]) drawn?.remove()
  call.href = `tel:+${normalisePhone(phone) ?? phone}`
  call.textContent = displayPhone(phone)
  write.href = `mailto:${email}`
  write.textContent = email
  room.replaceChildren(lines)
}

function leadTo(page: HTMLElement, addresses: Readonly<Record<string, string | undefined>>): void {
  for (const mark of page.querySelectorAll<HTMLElement>('[data-social]')) {
    const href = addresses[mark.dataset.social ?? '']
    if (!href) continue
    const link = Object.assign(document.createElement('a'), { href, className: mark.className })
    link.append(...mark.childNodes)
    mark.replaceWith(link)
  }
}
