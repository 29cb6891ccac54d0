import { withShop } from './shop-in-sms.ts'
import type { smsTexts } from './texts.ts'

/** As in `texts.ts`: one SMS each, and nothing that somebody typed. */
export const smsTextsInSwahili: typeof smsTexts = {
  requestedToSender: ({ trackingId, trackingLink }) =>
    `Tuma: tumepokea ombi lako. Namba ya ufuatiliaji ni ${trackingId}. Fuatilia kifurushi: ${trackingLink}`,
  requestedToReceiver: ({ trackingId, trackingLink }) =>
    `Tuma: unatumiwa kifurushi. Namba ya ufuatiliaji ni ${trackingId}. Kifuatilie: ${trackingLink}`,
  inTransit: ({ trackingId, trackingLink }) =>
    `Tuma: kifurushi ${trackingId} kiko njiani kuja kwako. Kifuatilie: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where, shop }) =>
    withShop(
      shop,
      'sw',
      (more) => `Tuma: kifurushi ${trackingId} kinakusubiri ${where}${more}. Tafadhali njoo na kitambulisho.`,
    ),
  deliveredToDoorstep: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimefikishwa kwenye anwani yako.`,
  collected: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimechukuliwa. Asante kwa kutumia Tuma.`,
}
