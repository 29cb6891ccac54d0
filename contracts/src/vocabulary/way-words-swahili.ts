import type { hereWords, sentenceWords, stageWords, statusWords, trackWords } from './way-words.ts'

type In<Words> = Readonly<Record<keyof Words, string>>

export const sentenceWordsInSwahili: In<typeof sentenceWords> = {
  'sentence.dropping': 'Kifurushi bado hakijaletwa kwa wakala.',
  'sentence.uncollected': 'Kifurushi kimeletwa kwa wakala na rider atakichukua hivi karibuni.',
  'sentence.sorting': 'Kifurushi kinapangwa na kitakuwa njiani hivi karibuni.',
  'sentence.inTransit': 'Kifurushi kiko njiani sasa.',
  'sentence.delivered': 'Kifurushi kimefika kwa wakala wa upande wa mpokeaji na kinasubiri kuchukuliwa.',
  'sentence.atDoorstep': 'Kifurushi kimefika kwenye anwani ya mpokeaji.',
  'sentence.collected': 'Kifurushi kimechukuliwa.',
  'sentence.held': 'Kimezuiwa kwa sasa. Kitaendelea sababu ikiondolewa.',
  'sentence.toSender': 'Kiko njiani kurudi kwa mtumaji.',
  'sentence.waitingForSender': 'Kimerudi duka la kwanza na kinamsubiri mtumaji.',
  'sentence.returned': 'Kimerudi kwa mtumaji.',
  'sentence.lost': 'Hatujui kiliko sasa. Tunakitafuta.',
}

export const statusWordsInSwahili: In<typeof statusWords> = {
  'status.dropping': 'Bado kwa mtumaji',
  'status.uncollected': 'Kinasubiri rider',
  'status.sorting': 'Kinapangwa',
  'status.inTransit': 'Kiko njiani',
  'status.delivered': 'Kimefika',
  // It may be divided there, on a narrow card.
  'status.collected': 'Kime\u00adchukuliwa',
}

export const stageWordsInSwahili: In<typeof stageWords> = {
  'stage.toBring': 'Bado kwa mtumaji',
  'stage.booked': 'Kimeombwa',
  'stage.riderComes': 'Kinasubiri rider',
  'stage.handedIn': 'Kimeletwa dukani',
  'stage.sorting': 'Kinapangwa',
  'stage.inTransit': 'Kiko njiani',
  'stage.atShop': 'Kimefika dukani',
  'stage.ready': 'Tayari kuchukuliwa',
  'stage.atDoor': 'Kimefika mlangoni',
  'stage.collected': 'Kimechukuliwa',
  'stage.goingBack': 'Kinarudi',
  'stage.sortingBack': 'Kinapangwa, kinarudi',
  'stage.inTransitBack': 'Kiko njiani, kinarudi',
  'stage.backAtShop': 'Kimerudi duka la kwanza',
  'stage.withSender': 'Kimerudi kwa mtumaji',
  'stage.lost': 'Kimepotea',
  'stage.held': 'Kimezuiwa',
}

export const hereWordsInSwahili: In<typeof hereWords> = {
  'here.dropping': 'Mtumaji anakileta {{shop}}, {{place}}.',
  'here.handIn': 'Mtumaji anakileta {{shop}}, {{place}}. Rider anakichukua hapo.',
  'here.riderComes': 'Rider anakichukua {{shop}}, {{place}}.',
  'here.at': 'Kiko {{shop}}, {{place}}.',
  'here.onItsWay': 'Kiko njiani kwenda {{shop}}, {{place}}.',
  'here.collect': 'Kichukue {{shop}}, {{place}}, kwa code iliyo kwenye SMS.',
  'here.goesBack': 'Kinarudi {{shop}}, {{place}}.',
  'here.collectBack': 'Mtumaji anakipata {{shop}}, {{place}}, kwa code iliyo kwenye SMS.',
  'here.rider': 'Rider anakileta. Uwe na code iliyo kwenye SMS.',
  'here.same-day': 'Kiliombwa: {{at}}. Siku hiyo hiyo: ndani ya masaa 12.',
  'here.express': 'Kiliombwa: {{at}}. Haraka: chini ya dakika 90.',
  'here.waitsUntil': 'Kinasubiri hapo hadi {{day}}. Kisha kitarudi kwa mtumaji.',
  'here.due': 'Lipa {{due}} ukikipokea (M-Pesa au taslimu).',
}

export const trackWordsInSwahili: In<typeof trackWords> = {
  'track.title': 'Fuatilia Kifurushi',
  'track.intro': 'Andika nambari ya ufuatiliaji iliyo kwenye risiti au ujumbe wako.',
  'track.id': 'Nambari ya Ufuatiliaji',
  'track.go': 'Fuatilia',
  'track.history': 'Safari yake',
}
