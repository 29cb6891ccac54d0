/**
 * The parts of parcel screens that several areas show, in the product's own words (the ui folder knows no parcels).
 * Forms and checkout are the public's and the client's, tracking and detail everybody's.
 */
export { Checkout } from './checkout.tsx'
export { ChooseDelivery } from './choose-delivery.tsx'
export { DeliveryCard } from './delivery-card.tsx'
export { DeliveryDetail } from './delivery-detail.tsx'
export { DoorstepForm, DoorstepHead } from './doorstep-form.tsx'
export { DukaniForm, DukaniHead } from './dukani-form.tsx'
export { HeldBadge, HeldForSender, HeldStep } from './held.tsx'
export { holdTexts } from './hold-texts.ts'
export { ItsWay } from './its-way.tsx'
export { JustSent } from './just-sent.tsx'
export { mergePages } from './merge-pages.ts'
export { newestFirst } from './newest-first.ts'
export { promptTexts } from './prompt-texts.ts'
export { FollowPrompt } from './prompt-under-way.tsx'
export { downloadReceipt, ReceiptButton } from './receipt.tsx'
export { SendAgain } from './send-again.tsx'
export { parcelTexts } from './texts.ts'
export { Timeline } from './timeline.tsx'
export { FoundParcel, NoParcel, TrackParcel } from './track-parcel.tsx'
export { WhereItIs } from './where-it-is.tsx'
