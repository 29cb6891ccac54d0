import { displayPhone } from '@tuma/contracts/vocabulary'
import { EmailAddress } from '@tuma/kit/ui'

export const Contact = ({ of: { email, phone } }: { of: { email: string; phone: string } }) => (
  <>
    <span>
      <EmailAddress of={email} />
    </span>
    <span className="block text-xs text-ink-soft">{displayPhone(phone)}</span>
  </>
)
