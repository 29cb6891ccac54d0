import { displayPhone } from '@tuma/contracts/vocabulary'
import { EmailAddress } from '@tuma/kit/ui'

/** Who can be called is, by the number itself: a row of five things to press has no place for two more. */
export const Contact = ({ of: { email, phone } }: { of: { email: string; phone: string } }) => (
  <>
    <span>
      <EmailAddress of={email} />
    </span>
    {/^\d+$/.test(phone) ? (
      <a href={`tel:+${phone}`} className="flex min-h-11 w-fit items-center text-xs underline sm:min-h-6">
        {displayPhone(phone)}
      </a>
    ) : (
      <span className="block text-xs text-ink-soft">{displayPhone(phone)}</span>
    )}
  </>
)
