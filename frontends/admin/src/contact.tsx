import { displayPhone } from '@tuma/contracts/vocabulary'
import { EmailAddress } from '@tuma/kit/ui'

/** Makes the number itself the link to call: a row with five buttons has no place for two more. */
export const Contact = ({ of: { email, phone } }: { of: { email: string; phone: string } }) => (
  <>
    <span>
      <EmailAddress of={email} />
    </span>
    {/^\d+$/.test(phone) ? (
      <a href={`tel:+${phone}`} className="flex min-h-11 w-fit items-center text-xs underline xl:min-h-6">
        {displayPhone(phone)}
      </a>
    ) : (
      <span className="block text-xs text-ink-soft">{displayPhone(phone)}</span>
    )}
  </>
)
