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
  fee_changed: { status: 409, message: 'The price has changed. Please check the new total and send again.' },
  payment_missing: { status: 400, message: 'Please complete the payment first.' },
  payment_not_found: {
    status: 400,
    message: 'We could not find that payment. Please verify your M-Pesa message again.',
  },
  payment_short: { status: 409, message: 'The payment is less than the amount due.' },
  payment_used: { status: 409, message: 'This payment has already been used.' },
  prompts_off: {
    status: 409,
    message: 'We cannot send a request to your phone right now. Please pay to our till and paste the message.',
  },
  prompt_amount: {
    status: 409,
    message: 'That amount is not our price. Go back to your parcel to see the price now.',
  },
  prompt_open: {
    status: 409,
    message: 'That phone already has a request. Answer it there, or wait two minutes before you ask again.',
  },
  confirmations_off: { status: 409, message: 'Confirmations by M-Pesa are not set up here.' },
  confirmations_registered: {
    status: 409,
    message: 'M-Pesa already has an address for confirmations. Only Safaricom can change it.',
  },
  confirmations_refused: {
    status: 409,
    message: 'M-Pesa did not accept our address. Nothing has changed. Check the short code and the callback address.',
  },
  refund_noted: { status: 409, message: 'A refund with that M-Pesa reference is already noted.' },
  refund_unproven: {
    status: 409,
    message: 'M-Pesa has not confirmed this payment. Import the statement first.',
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
  refund_too_much: { status: 409, message: 'That is more than we can refund for this payment.' },
  payment_unheard: {
    status: 409,
    message: 'M-Pesa has not reported this payment. Release it, then the payer can show the message.',
  },
  payment_not_doubted: { status: 409, message: 'This payment is no longer on hold.' },
  statement_too_large: {
    status: 413,
    message: 'This file is too large. Export a shorter time, and import one file after the other.',
  },
  statement_not_csv: {
    status: 400,
    message: 'This is not a CSV or Excel file. Export the statement as CSV or Excel, not PDF.',
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
  statement_empty: { status: 400, message: 'This statement has no rows.' },
  statement_cut: { status: 400, message: 'This file is incomplete. Export or send it again.' },
  statement_row: {
    status: 400,
    message: 'One row of this file cannot be read, so nothing was imported. Export the statement again.',
  },
  statement_other_till: { status: 400, message: 'This statement is from another till or paybill, not ours.' },
  statement_unconfirmed: { status: 409, message: 'Please say first that this short code is ours.' },
  row_kind_treated: { status: 409, message: 'These rows are booked as something else. Undo that first.' },
  drawer_empty: { status: 409, message: 'There is no cash to hand over.' },
  drawer_changed: { status: 409, message: 'The amount of cash has changed. Please look again.' },
  more_than_cash: { status: 409, message: 'That is more than the cash with you.' },
  not_your_colleague: { status: 409, message: 'Choose a colleague.' },
  hand_over_waiting: {
    status: 409,
    message: 'This agent has handed over cash that is not counted yet. Receive it first.',
  },
  reason_missing: { status: 400, message: 'The amount is not as expected. Please say why.' },
  statement_long: { status: 409, message: 'This is too long for a PDF. Choose fewer days, or the spreadsheet.' },
  payout_changed: { status: 409, message: 'The amount ready to pay out has changed. Please look again.' },
  payee_new: {
    status: 409,
    message: 'This number changed {hours} h ago. You can pay out to it from {time}.',
  },
  parcel_held: { status: 409, message: 'This parcel is on hold. It must be released first.' },
  collection_code_wrong: { status: 409, message: 'That code is wrong. Please check it and try again.' },
  collection_code_locked: {
    status: 409,
    message: 'Too many wrong codes. Please send a new code to the receiver.',
  },
  parcel_cancelled: { status: 409, message: 'This parcel was cancelled. Give it back.' },
  too_late_to_void: { status: 409, message: "It can't be cancelled here any more. Call the office." },
  booking_ended: { status: 409, message: 'This booking has ended. Look at the list again.' },
  to_a_shop: { status: 409, message: 'Only parcels to a door can be paid by the receiver.' },
  sticker_unknown: { status: 409, message: 'This is not a Tuma sticker.' },
  sticker_used: { status: 409, message: 'This sticker is on another parcel.' },
  sticker_free: { status: 404, message: 'This sticker is not on a parcel yet.' },
  stickers_enough: { status: 409, message: 'This parcel already has ten stickers.' },
  waited_longest: { status: 409, message: 'This parcel cannot wait any longer. It can only go back now.' },
  photo_too_large: { status: 413, message: 'This photo is larger than 400 KB. Please take a smaller one.' },
  photo_unknown: { status: 400, message: 'We cannot show this photo. Please send JPEG or WebP.' },
  photos_enough: { status: 409, message: 'This parcel already has four photos.' },
  nothing_due: { status: 409, message: 'There is nothing to pay for this parcel.' },
  money_unsaid: {
    status: 409,
    message: 'This parcel has money to pay. Hand it over by itself, and say how it was paid.',
  },
  paid_on_phone: {
    status: 409,
    message: 'This parcel is already paid by phone. Take no more money, and give back what you took.',
  },
  not_paid_yet: {
    status: 409,
    message: 'M-Pesa has not confirmed this payment yet. Wait a moment, or choose how else it was paid.',
  },
  payer_differs: {
    status: 409,
    message:
      "That receipt is from another payer. Check the receipt number, and the payer's name or end of their phone.",
  },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  not_verified: { status: 403, message: 'Please verify your email before logging in.' },
  new_password_needed: {
    status: 403,
    message: 'Your password is too easy to guess for this account. Please choose a new one.',
  },
  code_needed: { status: 401, message: 'Please enter the code from your authenticator app.' },
  code_wrong: { status: 403, message: 'That code is wrong or already used. Please enter the next one.' },
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
  approval_needed: { status: 409, message: 'A second admin must approve this first.' },
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
  not_allowed: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'We could not find that.' },
  parcel_not_found: { status: 404, message: 'Parcel not found. Please check the Tracking ID.' },
  step_not_allowed: { status: 409, message: 'The parcel is not at that step.' },
  with_rider: { status: 409, message: 'A rider has this parcel. Mark it delivered by itself.' },
  rider_needed: { status: 409, message: 'Please select a rider!' },
  picker_differs: { status: 409, message: 'Someone else has already collected this parcel.' },
  status_disagrees: { status: 400, message: 'The status does not belong to this step.' },
  stale: { status: 409, message: 'Someone else has just changed this. Please look again.' },
  key_used: { status: 409, message: 'This key was already sent with another request.' },
  key_reused: { status: 422, message: 'This request was already sent with other details.' },
  phone_of_account: {
    status: 409,
    message: 'A person with an account sent parcels with this phone. First check whose they are.',
  },
  phones_differ: { status: 400, message: 'The two numbers are not the same. Please type it again.' },
  shop_in_use: {
    status: 409,
    message: 'Agents or parcels still belong to this shop. Move them first, then close it.',
  },
  place_code_taken: { status: 409, message: 'Another location has or had this code. Choose another.' },
  sent_just_now: { status: 409, message: 'This message was sent again a moment ago.' },
  sent_again_enough: {
    status: 409,
    message: 'We sent the messages of this parcel again 3 times today. Call them.',
  },
  message_over: { status: 409, message: 'This message no longer applies, so it was not sent.' },
  location_exists: { status: 409, message: 'That location already exists.' },
  too_many: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  too_large: { status: 413, message: 'That is too much text.' },
  not_json: { status: 415, message: 'Please send JSON.' },
  cross_site: { status: 403, message: 'This request came from another site.' },
  not_the_web_app: { status: 403, message: 'Please reload the page and try again.' },
  busy: { status: 503, message: 'We are busy right now. Please try again in a moment.' },
  away: { status: 503, message: 'Part of our service is not available right now. Please try again in a moment.' },
  damaged: {
    status: 503,
    message: 'Our records for this are damaged. Nothing was changed. Please try again later, or contact us.',
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
