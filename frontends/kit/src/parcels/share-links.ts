/** Sharing a parcel without React: the first page's own small script does it as well. */

/** The address of the tracking page without scripts, for any phone. @param origin `https://tuma.example` */
export const trackingAddress = (origin: string, trackingId: string): string =>
  `${origin}/t/${encodeURIComponent(trackingId)}`

/** A WhatsApp link with the message. @param phone 254…, of the addressee; without it the sender chooses */
export const whatsAppLink = (words: string, phone = ''): string =>
  `https://wa.me/${phone}?text=${encodeURIComponent(words)}`

/** The phone's own sheet. @returns false where it has none */
export function shareByPhone(words: string): boolean {
  if (!navigator.share) return false
  void navigator.share({ text: words }).catch(() => {}) // put away again
  return true
}
