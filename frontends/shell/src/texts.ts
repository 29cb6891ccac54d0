import { defineCatalogue } from '@tuma/kit/runtime'

export const english = {
  'area.unavailable': 'This area is unavailable right now.',
  'area.loading': 'Loading…',
  'page.title': 'Courier and parcels',
  'page.broken': 'Something went wrong on this page.',
  'page.notFound': 'We could not find this page.',
  'page.notFoundHint': 'The address may be misspelt, or the page has moved.',
  'page.home': 'Back Home',
  'page.skip': 'Skip to content',
  'page.offline': 'No internet. We will continue when you are back online.',
  greeting: 'Hi, {{name}}',
  guest: 'Guest',
  logout: 'Logout',
  'logout.failed': 'Error logging out. Please try again.',
  menu: 'Menu',
  'menu.open': 'Open menu',
  'menu.close': 'Close menu',
  'menu.bar': 'Main destinations',
  'ways.send': 'Send a parcel',
  'ways.track': 'Track a parcel',
  'ways.login': 'Login',
  'ways.own': 'My area',
  'ways.trackingId': 'Tracking ID',
  'ways.find': 'Track',
} as const

export const texts = defineCatalogue('shell', english, () => import('./swahili.ts'))
