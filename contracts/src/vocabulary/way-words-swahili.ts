import type { backWords, hereWords, sentenceWords, statusWords, trackWords } from './way-words.ts'

type In<Words> = Readonly<Record<keyof Words, string>>

export const sentenceWordsInSwahili: In<typeof sentenceWords> = {
  'sentence.dropping': 'Kifurushi bado hakijaletwa kwa wakala.',
  'sentence.uncollected': 'Kifurushi kimeletwa kwa wakala na mwendeshaji atakichukua hivi karibuni.',
  'sentence.sorting': 'Kifurushi kinapangwa na kitakuwa njiani hivi karibuni.',
  'sentence.inTransit': 'Kifurushi kiko njiani sasa.',
  'sentence.delivered': 'Kifurushi kimefika kwa wakala wa upande wa mpokeaji na kinasubiri kuchukuliwa.',
  'sentence.atDoorstep': 'Kifurushi kimefika kwenye anwani ya mpokeaji.',
  'sentence.collected': 'Kifurushi kimechukuliwa.',
  'sentence.toSender': 'Kiko njiani kurudi kwa mtumaji.',
  'sentence.waitingForSender': 'Kimerudi kwenye duka kilikopokelewa na kinamsubiri mtumaji.',
  'sentence.returned': 'Kimerudi kwa mtumaji.',
  'sentence.lost': 'Hatujui kiliko kwa sasa, na tunakitafuta.',
}

export const statusWordsInSwahili: In<typeof statusWords> = {
  'status.dropping': 'Bado kwa mtumaji',
  'status.uncollected': 'Kinasubiri mwendeshaji',
  'status.sorting': 'Kinapangwa',
  'status.inTransit': 'Kiko njiani',
  'status.delivered': 'Kimefika',
  // It may be divided there, on a narrow card.
  'status.collected': 'Kime\u00adchukuliwa',
}

export const backWordsInSwahili: In<typeof backWords> = {
  'back.dropping': 'Kinarudi',
  'back.uncollected': 'Kinarudi',
  'back.sorting': 'Kinapangwa, kinarudi',
  'back.inTransit': 'Kiko njiani, kinarudi',
  'back.delivered': 'Kimerudi duka la kwanza',
  'back.collected': 'Kimerudi kwa mtumaji',
}

export const hereWordsInSwahili: In<typeof hereWords> = {
  'here.dropping': 'Kitapelekwa {{shop}}, {{place}}.',
  'here.handIn': 'Wakala wake ni {{shop}}, {{place}}; mwendeshaji anakichukua hapo.',
  'here.at': 'Kiko {{shop}}, {{place}}.',
  'here.onItsWay': 'Kiko njiani kwenda {{shop}}, {{place}}.',
  'here.collect': 'Kichukue {{shop}}, {{place}}, kwa msimbo ulio kwenye SMS.',
  'here.goesBack': 'Kinarudi {{shop}}, {{place}}.',
  'here.collectBack': 'Mtumaji anakichukua {{shop}}, {{place}}, kwa msimbo ulio kwenye SMS.',
  'here.rider': 'Mwendeshaji anakileta. Uwe tayari na msimbo ulio kwenye SMS.',
  'here.same-day': 'Kiliombwa: {{at}}. Siku hiyo hiyo: ndani ya masaa 12.',
  'here.express': 'Kiliombwa: {{at}}. Haraka: chini ya dakika 90.',
  'here.waitsUntil': 'Kinasubiri hapo hadi {{day}}. Kisipochukuliwa, kitarudi kwa mtumaji.',
  'here.due': '{{due}} zinalipwa kikifika.',
  'here.held': 'Kimezuiwa kwa sasa. Kitaendelea mara sababu itakapoondolewa.',
  'ahead.title': 'Kinachofuata',
  'ahead.handedIn': 'Kimeletwa dukani',
  'ahead.inTransit': 'Kiko njiani',
  'ahead.ready': 'Kimefika: tayari kuchukuliwa',
  'ahead.atDoor': 'Kimefika mlangoni',
  'ahead.collected': 'Kimechukuliwa',
  'ahead.readyBack': 'Kimerudi duka kilikopokelewa',
  'ahead.withSender': 'Kimerudi kwa mtumaji',
}

export const trackWordsInSwahili: In<typeof trackWords> = {
  'track.title': 'Fuatilia Kifurushi',
  'track.intro': 'Andika namba ya ufuatiliaji iliyo kwenye risiti au ujumbe wako.',
  'track.id': 'Namba ya Ufuatiliaji',
  'track.go': 'Fuatilia',
  'track.history': 'Safari yake',
}
