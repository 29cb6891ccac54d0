/** What a form says, as its draft keeps it: any part may be missing. */
type FilledIn = Readonly<Record<string, unknown>>
type End = Partial<Record<'name' | 'phone' | 'location' | 'dropoffAgent' | 'pickupLocation' | 'pickupAgent', string>>

const getEnd = (values: FilledIn, end: 'sender' | 'receiver'): End => (values[end] ?? {}) as End

/** The first word of the receiver's name; empty if none was typed. */
export const receiverIn = (values: FilledIn = {}): string => {
  const { name } = getEnd(values, 'receiver')
  return typeof name === 'string' ? (name.trim().split(/\s+/)[0] ?? '') : ''
}

/** Where the sender brings the parcel, who gets it, and in words where it goes; each empty if nothing was typed. */
export function endsIn(values: FilledIn) {
  const { dropoffAgent: shop = '', location: place = '' } = getEnd(values, 'sender')
  const { phone: receiverPhone = '', pickupAgent, pickupLocation, location } = getEnd(values, 'receiver')
  return { shop, place, receiverPhone, to: [pickupAgent, pickupLocation ?? location].filter(Boolean).join(', ') }
}
