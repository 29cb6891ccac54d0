import { dayAndMonthInWords, formatKsh } from '@tuma/contracts/vocabulary'
import { withShop } from './shop-in-sms.ts'
import type { smsTexts } from './texts.ts'

/** As in `texts.ts`: one SMS each, and nothing that somebody typed. */
export const smsTextsInSwahili: typeof smsTexts = {
  requestedToSender: ({ trackingId, trackingLink }) =>
    `Tuma: tumepokea ombi lako. Namba ya ufuatiliaji ni ${trackingId}. Fuatilia kifurushi: ${trackingLink}`,
  requestedToReceiver: ({ trackingId, trackingLink, from = 'mtumaji' }) =>
    `Tuma: ${from} anakutumia kifurushi. Namba ya ufuatiliaji ni ${trackingId}. Kifuatilie: ${trackingLink}`,
  inTransit: ({ trackingId, trackingLink, due, code }) =>
    `Tuma: kifurushi ${trackingId} kiko njiani kuja kwako. ${due === undefined ? '' : `Tafadhali uwe na ${formatKsh(due)}, taslimu au kwa M-Pesa. `}${code === undefined ? '' : `Msimbo wako: ${code}. `}Kifuatilie: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where, shop, code }) =>
    withShop(
      shop,
      'sw',
      (more) =>
        `Tuma: kifurushi ${trackingId} kinakusubiri ${where}${more}.${code === undefined ? '' : ` Msimbo wako: ${code}. Atakayeuleta atapewa.`}`,
    ),
  deliveredToDoorstep: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimefikishwa kwenye anwani yako.`,
  newCode: ({ trackingId, code = '' }) =>
    `Tuma: msimbo mpya wa kifurushi ${trackingId} ni ${code}. Atakayeuleta atapewa. Msimbo wa awali utaacha kufanya kazi.`,
  numberGiven: ({ trackingId, trackingLink, code }) =>
    `Tuma: kifurushi ${trackingId} ni chako, kwa namba hii kuanzia sasa.${code === undefined ? '' : ` Msimbo wako: ${code}.`} Kifuatilie: ${trackingLink}`,
  numberChanged: ({ trackingId }) =>
    `Tuma: kifurushi ${trackingId} sasa ni cha namba nyingine. Msimbo wake haufanyi kazi tena. Kama si sawa, tupigie simu.`,
  collectedWithoutCode: ({ trackingId }) =>
    `Tuma: kifurushi ${trackingId} kimetolewa bila msimbo wake. Kama si sawa, tupigie simu.`,
  collected: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimechukuliwa. Asante kwa kutumia Tuma.`,
  stillWaiting: ({ trackingId, where, shop, until, code }) =>
    withShop(
      shop,
      'sw',
      (more) =>
        `Tuma: kifurushi ${trackingId} bado kinakusubiri ${where}${more}.${until === undefined ? '' : ` Kinasubiri hadi ${dayAndMonthInWords(until, 'sw')}.`}${code === undefined ? '' : ` Msimbo wako: ${code}.`}`,
    ),
  senderAsked: ({ trackingId, until, decisionLink = '' }) =>
    `Tuma: kifurushi ${trackingId} hakijachukuliwa.${until === undefined ? '' : ` Kitarudi ${dayAndMonthInWords(until, 'sw')}.`} Amua hapa: ${decisionLink}`,
  goesBack: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kinarudi kwa mtumaji. Msimbo wake haufanyi kazi tena.`,
  comesBackUnfetched: ({ trackingId, where }) =>
    `Tuma: kifurushi ${trackingId} hakikuchukuliwa, kinarudi ${where}. Tutakuandikia kikifika.`,
  comesBackAsDecided: ({ trackingId, where }) =>
    `Tuma: kama ulivyoamua, kifurushi ${trackingId} kinarudi ${where}. Tutakuandikia kikifika.`,
  comesBackByOffice: ({ trackingId, where }) =>
    `Tuma: ofisi yetu inarudisha kifurushi ${trackingId} ${where}. Tutakuandikia kikifika.`,
  backAtShop: ({ trackingId, where, shop, code }) =>
    withShop(
      shop,
      'sw',
      (more) =>
        `Tuma: kifurushi ${trackingId} kimerudi ${where}${more}.${code === undefined ? '' : ` Msimbo wako: ${code}. Atakayeuleta atapewa.`}`,
    ),
  newCodeToSender: (parcel) => smsTextsInSwahili.newCode(parcel),
  returned: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimerudi kwako. Asante kwa kutumia Tuma.`,
}
