import { normalisePhone, Refused } from '@tuma/contracts/vocabulary'

/** As services keep it: 254…. The contract has refused what is no phone. */
export const storedPhone = (typed = ''): string => {
  const phone = normalisePhone(typed)
  if (phone === null) throw new Refused('bad_input')
  return phone
}
