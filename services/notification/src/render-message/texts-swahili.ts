import { dayAndMonthInWords, formatKsh } from '@tuma/contracts/vocabulary'
import { firstThatFits, notRight, questions, withShop } from './shop-in-sms.ts'
import type { smsTexts } from './texts.ts'

/** As in `texts.ts`: one SMS each, and nothing that somebody typed. */
export const smsTextsInSwahili: typeof smsTexts = {
  requestedToSender: ({ trackingId, trackingLink, bringTo, paid, due }) => {
    const sum = paid === undefined ? '' : `, ${formatKsh(paid)} zimelipwa`
    const atDoor = due === undefined ? '' : ` Mpokeaji analipa ${formatKsh(due)}.`
    if (!bringTo) return `Tuma: tunacho kifurushi chako ${trackingId}${sum}.${atDoor} Kifuatilie: ${trackingLink}`
    const text = (parcel: string) => (more: string) =>
      `Tuma: umeagiza${sum}.${atDoor} ${parcel} ${bringTo.name}${more}. Kifuatilie: ${trackingLink}`
    return withShop(bringTo.about, 'sw', [text(`Peleka ${trackingId}`), text('Kipeleke')])
  },
  requestedToReceiver: ({ trackingLink, from = 'mtumaji', toShop, due }) => {
    const sum = due === undefined ? 'Hakuna cha kulipa' : `Lipa ${formatKsh(due)} (M-Pesa au taslimu)`
    const begin = `Tuma: ${from} anakutumia kifurushi`
    if (toShop === undefined) return `${begin}. Rider anakileta. ${sum}. Kifuatilie: ${trackingLink}`
    return firstThatFits([
      `${begin} ${toShop}. ${sum}. Kikifika tutakutumia code. Kifuatilie: ${trackingLink}`,
      `${begin} ${toShop}. ${sum}. Kifuatilie: ${trackingLink}`,
      `${begin} ${toShop}. Kifuatilie: ${trackingLink}`,
      `${begin}. Kifuatilie: ${trackingLink}`,
    ])
  },
  inTransit: ({ trackingId, trackingLink, due, code }) =>
    `Tuma: kifurushi ${trackingId} kiko njiani kuja kwako. ${due === undefined ? '' : `Tafadhali uwe na ${formatKsh(due)}, taslimu au kwa M-Pesa. `}${code === undefined ? '' : `Code yako: ${code}. `}Kifuatilie: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where, shop, code }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} kinakusubiri ${where}${more}.${code === undefined ? '' : ` Code yako: ${code}. Usimpe mtu mwingine.`}`,
    ]),
  onHold: ({ trackingId, trackingLink, contactPhone }) =>
    `Tuma: kifurushi ${trackingId} kimezuiwa kwa sasa. Kifuatilie: ${trackingLink}${questions(contactPhone, 'sw')}`,
  offHold: ({ trackingId, where, shop, code = '' }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} hakijazuiwa tena. Kichukue ${where}${more}. Code yako: ${code}. Usimpe mtu mwingine.`,
    ]),
  deliveredToDoorstep: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimefikishwa kwenye anwani yako.`,
  newCode: ({ trackingId, code = '' }) =>
    `Tuma: code mpya ya kifurushi ${trackingId} ni ${code}. Usimpe mtu mwingine. Tumia hii tu.`,
  numberGiven: ({ trackingId, trackingLink, code }) =>
    `Tuma: kifurushi ${trackingId} sasa ni chako, kwa nambari hii.${code === undefined ? '' : ` Code yako: ${code}.`} Kifuatilie: ${trackingLink}`,
  numberChanged: ({ trackingId, contactPhone }) =>
    `Tuma: kifurushi ${trackingId} sasa ni cha nambari nyingine. Code ya zamani haifanyi kazi tena.${notRight(contactPhone, 'sw')}`,
  collectedWithoutCode: ({ trackingId, contactPhone }) =>
    `Tuma: kifurushi ${trackingId} kimetolewa bila code yake.${notRight(contactPhone, 'sw')}`,
  collected: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimechukuliwa. Asante kwa kutumia Tuma.`,
  stillWaiting: ({ trackingId, where, shop, until, code }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} bado kinakusubiri ${where}${more}.${until === undefined ? '' : ` Kinasubiri hadi ${dayAndMonthInWords(until, 'sw')}.`}${code === undefined ? '' : ` Code yako: ${code}.`}`,
    ]),
  senderAsked: ({ trackingId, until, decisionLink = '' }) =>
    `Tuma: kifurushi ${trackingId} hakijachukuliwa.${until === undefined ? '' : ` Kitarudi ${dayAndMonthInWords(until, 'sw')}.`} Amua hapa: ${decisionLink}`,
  goesBack: ({ trackingId }) =>
    `Tuma: kifurushi ${trackingId} kinarudi kwa mtumaji. Code ya zamani haifanyi kazi tena.`,
  comesBackUnfetched: ({ trackingId, where }) =>
    `Tuma: kifurushi ${trackingId} hakikuchukuliwa, kinarudi ${where}. Tutakutumia SMS kikifika.`,
  comesBackAsDecided: ({ trackingId, where }) =>
    `Tuma: kama ulivyoamua, kifurushi ${trackingId} kinarudi ${where}. Tutakutumia SMS kikifika.`,
  comesBackByOffice: ({ trackingId, where }) =>
    `Tuma: ofisi yetu inarudisha kifurushi ${trackingId} ${where}. Tutakutumia SMS kikifika.`,
  backAtShop: ({ trackingId, where, shop, code }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} kimerudi ${where}${more}.${code === undefined ? '' : ` Code yako: ${code}. Usimpe mtu mwingine.`}`,
    ]),
  newCodeToSender: (parcel) => smsTextsInSwahili.newCode(parcel),
  returned: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimerudi kwako. Asante kwa kutumia Tuma.`,
}
