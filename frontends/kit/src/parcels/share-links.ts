/** Sharing a parcel without React: the first page's own small script does it as well. */

/** Where anybody follows it, with any phone: the page that needs no script. @param origin `https://tuma.example` */
export const trackingAddress = (origin: string, trackingId: string): string =>
  `${origin}/t/${encodeURIComponent(trackingId)}`

/** WhatsApp with the words in it. @param phone 254…, of whoever is meant; without it the sender chooses */
export const whatsAppLink = (words: string, phone = ''): string =>
  `https://wa.me/${phone}?text=${encodeURIComponent(words)}`

/** The phone's own sheet. @returns false where it has none */
export function shareByPhone(words: string): boolean {
  if (!navigator.share) return false
  void navigator.share({ text: words }).catch(() => {}) // put away again
  return true
}
