import { normalisePhone, Refused } from '@tuma/contracts/vocabulary'

/** The form that services store: 254…. The contract has already refused other texts. */
export const storedPhone = (typed = ''): string => {
  const phone = normalisePhone(typed)
  if (phone === null) throw new Refused('bad_input')
  return phone
}
