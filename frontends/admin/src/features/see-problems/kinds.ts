import { type Need, needs, waitAges } from '@tuma/contracts/vocabulary'
import { oneOf, useAddress } from '../../address.ts'

/** The most serious first. */
export const kinds = [
  ...(['lost', 'held', 'late', 'waiting'] as const),
  ...(['stuck', 'due', 'untold', 'back'] as const),
] as const satisfies readonly Need[]
export type Age = `${(typeof waitAges)[number]}`
export const ages = waitAges.map((age): Age => `${age}`)
type Shop = { readonly location: string; readonly address: string }

/** Rows of one kind, or of parcels that wait at a shop for so long. */
export type Chosen = { readonly needs: Need } | ({ readonly waits: Age } & Partial<Shop>)

/** `?kind=held`, `?waits=8&location=THIKA&address=Ananas+Mall+Desk`; values that make no sense are left out. */
export const useChosen = (): Chosen | null => {
  const { address } = useAddress()
  const need = oneOf(needs, address.get('kind'))
  if (need) return { needs: need }
  const waits = oneOf(ages, address.get('waits'))
  if (!waits) return null
  const [location, at] = [address.get('location'), address.get('address')]
  return location && at ? { waits, location, address: at } : { waits }
}

export const linkTo = (kind: Need): string => `/Admin/problems?kind=${kind}`
export const linkToWaits = (waits: Age, { location, address }: Shop): string =>
  `/Admin/problems?${new URLSearchParams({ waits, location, address })}`
