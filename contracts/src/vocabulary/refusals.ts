/**
 * Every business "no" of the product: its code, the HTTP status it has on /api and the sentence people read.
 * A front end translates by the code.
 */
export const refusals = {
  bad_input: { status: 400, message: 'Please check what you entered.' },
  names_incomplete: { status: 400, message: 'Please enter at least two names.' },
  unknown_place: { status: 400, message: 'That location is not one of ours.' },
  unknown_shop: { status: 400, message: 'That shop is not one of ours.' },
  unknown_rider: { status: 400, message: 'That rider is not one of ours.' },
  fee_changed: { status: 409, message: 'The price has changed. Please check the new total and submit again.' },
  payment_missing: { status: 400, message: 'Please complete the payment first.' },
  payment_not_found: {
    status: 400,
    message: 'We could not find that payment. Please verify your M-Pesa message again.',
  },
  payment_short: { status: 409, message: 'The payment is less than the amount due.' },
  payment_used: { status: 409, message: 'This payment has already been used.' },
  prompts_off: {
    status: 409,
    message: 'We can not send a request to your phone just now. Please pay to our till and paste the message.',
  },
  prompt_amount: {
    status: 409,
    message: 'That amount is no price of ours. Go back to your parcel to see what it costs now.',
  },
  prompt_open: {
    status: 409,
    message: 'There is a request on that phone already. Answer it there, or wait two minutes before you ask again.',
  },
  confirmations_off: { status: 409, message: 'Confirmations by M-Pesa are not set up here.' },
  confirmations_registered: {
    status: 409,
    message: 'M-Pesa has an address for confirmations already. Only Safaricom can change it.',
  },
  confirmations_refused: {
    status: 409,
    message: 'M-Pesa did not take our address. Nothing has changed. Look at the short code and the callback address.',
  },
  refund_noted: { status: 409, message: 'A refund with that M-Pesa reference is noted already.' },
  refund_unproven: {
    status: 409,
    message: 'M-Pesa has not confirmed this payment. Add the statement first.',
  },
  receipt_taken: { status: 409, message: 'This receipt already paid {name} on {day}. Type the right one.' },
  receipt_day: { status: 409, message: 'This receipt is from {day}. Type the receipt of this payment.' },
  receipt_came_in: {
    status: 409,
    message: 'This receipt is of money that came in. Type the receipt of this payment.',
  },
  outgoing_too_large: { status: 409, message: 'M-Pesa sends at most Ksh 250,000 at once. Check the amount.' },
  own_money: {
    status: 403,
    message: 'You cannot pay, refund or move money to yourself. Ask a colleague.',
  },
  refund_too_much: { status: 409, message: 'That is more than there is to pay back.' },
  payment_unheard: {
    status: 409,
    message: 'M-Pesa has not told of this payment. Release it: then its payer can show the message.',
  },
  payment_not_doubted: { status: 409, message: 'Nothing holds this payment any more.' },
  statement_too_large: {
    status: 413,
    message: 'This file is too large. Export a shorter time, and import one file after the other.',
  },
  statement_not_csv: {
    status: 400,
    message: 'This is no CSV or Excel file. Export the statement as CSV or Excel, not PDF.',
  },
  statement_not_readable: {
    status: 400,
    message: 'This Excel file cannot be read. Export the statement again.',
  },
  statement_password: { status: 400, message: 'This file has a password. Save it without one.' },
  statement_unknown: {
    status: 400,
    message: 'This is not a statement of an M-Pesa till or paybill: its columns are missing.',
  },
  statement_empty: { status: 400, message: 'There is no row in this statement.' },
  statement_cut: { status: 400, message: 'This file is not whole. Export or send it again.' },
  statement_row: {
    status: 400,
    message: 'One row of this file cannot be read, so nothing was imported. Export the statement again.',
  },
  statement_other_till: { status: 400, message: 'This is the statement of another till or paybill than ours.' },
  statement_unconfirmed: { status: 409, message: 'Please say first that this short code is ours.' },
  row_kind_treated: { status: 409, message: 'These rows are booked as something else. Undo that first.' },
  drawer_empty: { status: 409, message: 'There is no cash in this drawer.' },
  drawer_changed: { status: 409, message: 'What is in this drawer has changed. Please look again.' },
  hand_over_waiting: {
    status: 409,
    message: 'This agent has handed over cash that is not counted yet. Receive that first.',
  },
  reason_missing: { status: 400, message: 'It is not what it should be. Please say why.' },
  payout_changed: { status: 409, message: 'What can be paid out has changed. Please look again.' },
  payee_new: {
    status: 409,
    message: 'This number changed {hours} h ago. You can pay it from {time}.',
  },
  parcel_held: { status: 409, message: 'This parcel is held. It can go on when the reason is cleared.' },
  collection_code_wrong: { status: 409, message: 'That code is not right. Please check it, and try again.' },
  collection_code_locked: {
    status: 409,
    message: 'Too many wrong codes. Please send a new code to the receiver.',
  },
  waited_longest: { status: 409, message: 'This parcel has waited as long as it may. It can only be sent back now.' },
  photo_too_large: { status: 413, message: 'This photo is larger than 400 KB. Please take a smaller one.' },
  photo_unknown: { status: 400, message: 'This is no photo that we can show. Please send one in JPEG or WebP.' },
  photos_enough: { status: 409, message: 'This parcel has four photos already.' },
  nothing_due: { status: 409, message: 'Nothing is to be paid for this parcel.' },
  money_unsaid: {
    status: 409,
    message: 'Money is due for this parcel. Hand it over by itself, and say how it was paid.',
  },
  paid_on_phone: {
    status: 409,
    message: 'This parcel was paid for on a phone already. Take no more for it, and give back what you have taken.',
  },
  not_paid_yet: {
    status: 409,
    message: 'M-Pesa has not told us of this payment yet. Wait a moment, or say how else it was paid.',
  },
  payer_differs: {
    status: 409,
    message:
      "That receipt is not of this payer. Check the receipt code, and the payer's name or the end of their phone.",
  },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  not_verified: { status: 403, message: 'Please verify your email before logging in.' },
  new_password_needed: {
    status: 403,
    message: 'Your password is too easy to guess for this account. Please choose a new one.',
  },
  code_needed: { status: 401, message: 'Please enter the code from your authenticator app.' },
  code_wrong: { status: 403, message: 'That code is not right, or was used before. Please enter the next one.' },
  second_factor_needed: { status: 403, message: 'Please set up two-step login in your profile first.' },
  email_taken: { status: 409, message: 'An account with this email already exists.' },
  username_taken: { status: 409, message: 'This username is already taken.' },
  password_needed: { status: 403, message: 'Please enter your password to change your email.' },
  password_wrong: { status: 403, message: 'That is not your password.' },
  password_common: {
    status: 400,
    message: 'Please choose a password that is harder to guess: 10 characters or more, and none of the common ones.',
  },
  link_invalid: { status: 400, message: 'Invalid or expired token' },
  tracking_differs: { status: 400, message: 'That tracking ID belongs to another parcel.' },
  recipients_missing: { status: 400, message: 'Please select recipients and enter a message' },
  audience_changed: {
    status: 409,
    message: 'More people match now than you saw. Please look again before you send.',
  },
  last_admin: { status: 409, message: 'There must be at least one admin.' },
  approval_needed: { status: 409, message: 'Another admin must approve this first.' },
  approval_own: { status: 403, message: 'You cannot approve this yourself. Ask another admin.' },
  approver_new: {
    status: 403,
    message: 'You can approve from {day}: you have been an admin for less than 7 days.',
  },
  approver_promoted: {
    status: 403,
    message: 'You cannot approve this: the admin who asks made you an admin. Ask another admin.',
  },
  approval_over: { status: 409, message: 'This request is more than 24 hours old. Ask again.' },
  not_signed_in: { status: 401, message: 'Please log in to continue.' },
  not_allowed: { status: 403, message: 'You may not do this.' },
  not_found: { status: 404, message: 'We could not find that.' },
  parcel_not_found: { status: 404, message: 'Parcel not found. Please check the Tracking ID.' },
  step_not_allowed: { status: 409, message: 'The parcel is not at that step.' },
  with_rider: { status: 409, message: 'A rider has this parcel. Mark it delivered by itself.' },
  rider_needed: { status: 409, message: 'Please select a rider!' },
  picker_differs: { status: 409, message: 'This parcel has already been collected by somebody else.' },
  status_disagrees: { status: 400, message: 'The status does not belong to this step.' },
  stale: { status: 409, message: 'Somebody else has just changed this. Please look again.' },
  key_used: { status: 409, message: 'This key was already sent with another request.' },
  key_reused: { status: 422, message: 'This request was already sent with other details.' },
  phone_of_account: {
    status: 409,
    message: 'Somebody with an account has sent parcels with this phone. Look whose they are first.',
  },
  phones_differ: { status: 400, message: 'The two numbers are not the same. Please type it again.' },
  shop_in_use: {
    status: 409,
    message: 'Agents or parcels still belong to this shop. Move them first, then close it.',
  },
  place_code_taken: { status: 409, message: 'Another place has or had this code. Choose another.' },
  sent_just_now: { status: 409, message: 'This message was sent again a moment ago.' },
  sent_again_enough: {
    status: 409,
    message: 'The messages of this parcel went out again 3 times today. Call them.',
  },
  message_over: { status: 409, message: 'This message no longer applies, so it was not sent.' },
  location_exists: { status: 409, message: 'That location already exists.' },
  too_many: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  too_large: { status: 413, message: 'That is too much text.' },
  not_json: { status: 415, message: 'Please send JSON.' },
  cross_site: { status: 403, message: 'This request came from another site.' },
  not_the_web_app: { status: 403, message: 'Please reload the page and try again.' },
  busy: { status: 503, message: 'We are busy just now. Please try again in a moment.' },
  away: { status: 503, message: 'A part of our service is away just now. Please try again in a moment.' },
  damaged: {
    status: 503,
    message: 'What we have on record here is damaged. Nothing was changed. Please try again later, or contact us.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/** Extra facts about a refusal: the field it is about, the missing amount. JSON only. */
export type RefusalDetails = { readonly [name: string]: string | number | boolean | null }

/** A business no. Any other thrown error is a fault: logged, answered without detail. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  readonly details: RefusalDetails | undefined
  constructor(code: RefusalCode, details?: RefusalDetails) {
    super(refusals[code].message)
    this.code = code
    this.details = details
  }
}
