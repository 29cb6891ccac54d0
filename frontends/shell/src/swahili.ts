import type { english } from './texts.ts'

export const texts: Record<keyof typeof english, string> = {
  'area.unavailable': 'Sehemu hii haipatikani kwa sasa.',
  'area.loading': 'Inapakia…',
  'page.title': 'Usafirishaji wa vifurushi',
  'page.broken': 'Kuna hitilafu kwenye ukurasa huu.',
  'page.notFound': 'Hatukupata ukurasa huu.',
  'page.notFoundHint': 'Huenda anwani imeandikwa vibaya, au ukurasa umehamishwa.',
  'page.home': 'Rudi Mwanzo',
  'page.skip': 'Ruka hadi kwenye maudhui',
  'page.offline': 'Huna mtandao. Unachoona kinaweza kuwa cha zamani; tutaendelea ukirudi.',
  greeting: 'Habari, {{name}}',
  guest: 'Mgeni',
  logout: 'Toka',
  'logout.failed': 'Hitilafu wakati wa kutoka. Tafadhali jaribu tena.',
  menu: 'Menyu',
  'menu.open': 'Fungua menyu',
  'menu.close': 'Funga menyu',
}
