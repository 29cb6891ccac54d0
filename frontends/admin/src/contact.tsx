import { displayPhone } from '@tuma/contracts/vocabulary'

export const Contact = ({ of: { email, phone } }: { of: { email: string; phone: string } }) => (
  <>
    {email}
    <span className="block text-xs text-ink-soft">{displayPhone(phone)}</span>
  </>
)
