/** A number without an owner. */
const samplePhone = '0700 000 000'

/** The number for questions, as people type it; empty when it is not set. A demonstration has a made-up one. */
export const contactPhone = ({
  CONTACT_PHONE,
  demonstration,
}: {
  readonly CONTACT_PHONE: string
  readonly demonstration: boolean
}): string => CONTACT_PHONE || (demonstration ? samplePhone : '')
