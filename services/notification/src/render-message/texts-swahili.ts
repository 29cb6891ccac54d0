import { dayAndMonthInWords, formatKsh } from '@tuma/contracts/vocabulary'
import { firstThatFits, notRight, questions, withShop } from './shop-in-sms.ts'
import type { Parcel, smsTexts } from './texts.ts'

const takenIn = ({ trackingId, where, toShop = where, paid, due, contactPhone }: Parcel, how: string): string => {
  const sum = paid === undefined ? '' : ` ${formatKsh(paid)} zimelipwa (${how}).`
  const atDoor = due === undefined ? '' : ` Mpokeaji analipa ${formatKsh(due)}.`
  return `Tuma imepokea kifurushi chako ${trackingId} cha kwenda ${toShop}.${sum}${atDoor}${notRight(contactPhone, 'sw')}`
}

/** As in `texts.ts`: one SMS each, and nothing that a stranger typed. */
export const smsTextsInSwahili: typeof smsTexts = {
  requestedToSender: ({ trackingId, trackingLink, bringTo, paid, due }) => {
    const sum = paid === undefined ? '' : `, ${formatKsh(paid)} zimelipwa`
    const atDoor = due === undefined ? '' : ` Mpokeaji analipa ${formatKsh(due)}.`
    if (!bringTo) return `Tuma: tunacho kifurushi chako ${trackingId}${sum}.${atDoor} Fuatilia: ${trackingLink}`
    const text = (parcel: string) => (more: string) =>
      `Tuma: umesajili kifurushi${sum}.${atDoor} ${parcel} ${bringTo.name}${more}. Fuatilia: ${trackingLink}`
    return withShop(bringTo.about, 'sw', [text(`Peleka ${trackingId} kwa`), text('Kipeleke kwa')])
  },
  takenIn: (parcel) => takenIn(parcel, 'taslimu'),
  takenInByMpesa: (parcel) => takenIn(parcel, 'M-Pesa'),
  cancelled: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimeghairiwa.`,
  cancelledPaidBack: (parcel) =>
    smsTextsInSwahili.cancelled(parcel) + (parcel.paid === undefined ? '' : ` Umerudishiwa ${formatKsh(parcel.paid)}.`),
  requestedToReceiver: ({ trackingLink, from = 'mtumaji', toShop, due }) => {
    const sum = due === undefined ? 'Hakuna cha kulipa' : `Lipa ${formatKsh(due)} (M-Pesa au taslimu)`
    const begin = `Tuma: ${from} anakutumia kifurushi`
    if (toShop === undefined) return `${begin}. Rider anakileta. ${sum}. Fuatilia: ${trackingLink}`
    return firstThatFits([
      `${begin} hadi ${toShop}. ${sum}. Kikifika, tutakutumia code. Fuatilia: ${trackingLink}`,
      `${begin} hadi ${toShop}. ${sum}. Fuatilia: ${trackingLink}`,
      `${begin} hadi ${toShop}. Fuatilia: ${trackingLink}`,
      `${begin}. Fuatilia: ${trackingLink}`,
    ])
  },
  inTransit: ({ trackingId, trackingLink, due, code }) =>
    `Tuma: kifurushi ${trackingId} kiko njiani kuja kwako. ${due === undefined ? '' : `Uwe na ${formatKsh(due)} (M-Pesa au taslimu). `}${code === undefined ? '' : `Code yako: ${code}. `}Fuatilia: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where, shop, code }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} kinakusubiri ${where}${more}.${code === undefined ? '' : ` Code yako: ${code}. Usimpe mtu mwingine.`}`,
    ]),
  onHold: ({ trackingId, trackingLink, contactPhone }) =>
    `Tuma: kifurushi ${trackingId} kimezuiwa. Fuatilia: ${trackingLink}${questions(contactPhone, 'sw')}`,
  offHold: ({ trackingId, where, shop, code = '' }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} hakijazuiwa tena. Kichukue ${where}${more}. Code yako: ${code}. Usimpe mtu mwingine.`,
    ]),
  deliveredToDoorstep: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimefikishwa kwenye anwani yako.`,
  newCode: ({ trackingId, code = '' }) =>
    `Tuma: code yako mpya ya kifurushi ${trackingId} ni ${code}. Usimpe mtu mwingine. Tumia code hii tu.`,
  numberGiven: ({ trackingId, trackingLink, code }) =>
    `Tuma: ujumbe wa kifurushi chako ${trackingId} sasa unakuja kwa nambari hii.${code === undefined ? '' : ` Code yako: ${code}.`} Fuatilia: ${trackingLink}`,
  numberChanged: ({ trackingId, contactPhone }) =>
    `Tuma: kifurushi ${trackingId} sasa ni cha nambari nyingine. Code ya zamani haifanyi kazi tena.${notRight(contactPhone, 'sw')}`,
  collectedWithoutCode: ({ trackingId, contactPhone }) =>
    `Tuma: kifurushi ${trackingId} kimetolewa bila code yake.${notRight(contactPhone, 'sw')}`,
  collected: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimechukuliwa. Asante kwa kutumia Tuma.`,
  stillWaiting: ({ trackingId, where, shop, until, code }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} bado kinakusubiri ${where}${more}.${until === undefined ? '' : ` Kichukue kabla ya ${dayAndMonthInWords(until, 'sw')}.`}${code === undefined ? '' : ` Code yako: ${code}.`}`,
    ]),
  senderAsked: ({ trackingId, until, decisionLink = '' }) =>
    `Tuma: kifurushi ${trackingId} hakijachukuliwa.${until === undefined ? '' : ` Kitarudi kwako ${dayAndMonthInWords(until, 'sw')}.`} Amua hapa: ${decisionLink}`,
  goesBack: ({ trackingId }) =>
    `Tuma: kifurushi ${trackingId} kinarudi kwa mtumaji. Code ya zamani haifanyi kazi tena.`,
  comesBackUnfetched: ({ trackingId, where }) =>
    `Tuma: kifurushi ${trackingId} hakikuchukuliwa. Kinarudi ${where}. Tutakutumia SMS kikifika.`,
  comesBackAsDecided: ({ trackingId, where }) =>
    `Tuma: kama ulivyoomba, kifurushi ${trackingId} kinarudi ${where}. Tutakutumia SMS kikifika.`,
  comesBackByOffice: ({ trackingId, where }) =>
    `Tuma: ofisi yetu inarudisha kifurushi ${trackingId} kwa ${where}. Tutakutumia SMS kikifika.`,
  backAtShop: ({ trackingId, where, shop, code }) =>
    withShop(shop, 'sw', [
      (more) =>
        `Tuma: kifurushi ${trackingId} kimerudi ${where}${more}.${code === undefined ? '' : ` Code yako: ${code}. Usimpe mtu mwingine.`}`,
    ]),
  newCodeToSender: (parcel) => smsTextsInSwahili.newCode(parcel),
  returned: ({ trackingId }) => `Tuma: kifurushi ${trackingId} kimerudi kwako. Asante kwa kutumia Tuma.`,
}
