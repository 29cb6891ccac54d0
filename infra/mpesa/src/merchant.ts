/** The owner of the account, and what Daraja knows of them. */
export type Merchant = {
  readonly name: string
  /** The store that a till belongs to, or the paybill itself. */
  readonly shortCode: string
  /** Null: a paybill. */
  readonly till: string | null
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly passkey: string
  readonly initiator: string
  readonly initiatorPassword: string
}

export const sampleMerchant: Merchant = {
  name: 'TUMA PARCELS',
  shortCode: '600100',
  till: '555123',
  consumerKey: 'key-of-nobody',
  consumerSecret: 'secret-of-nobody',
  passkey: 'passkey-of-nobody',
  initiator: 'operator-of-nobody',
  initiatorPassword: 'password-of-nobody',
}
