/** Belongs to no one. */
const samplePhone = '0700 000 000'

/** The number to call with questions, as people type it; empty where it is not set. A demonstration has a made-up one. */
export const contactPhone = ({
  CONTACT_PHONE,
  demonstration,
}: {
  readonly CONTACT_PHONE: string
  readonly demonstration: boolean
}): string => CONTACT_PHONE || (demonstration ? samplePhone : '')
