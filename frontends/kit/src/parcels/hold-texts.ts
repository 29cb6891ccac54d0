import type { HoldCode } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'

/** What holds a parcel, said to agents and admins. */
export const english = {
  'hold.payment_doubted': 'Payment not confirmed',
  'hold.no_money': 'Not paid yet',
  'hold.damaged': 'Damaged',
  'hold.misrouted': 'Came to the wrong shop',
  'hold.wrong_place': 'Its address is wrong',
  'hold.closed': 'Closed when it was brought',
  'hold.not_home': 'Nobody was there',
  'hold.refused': 'The receiver refused it',
  'hold.asked_later': 'The receiver wants it later',
  'hold.code_failed': 'The code failed',
  'hold.prohibited': 'Contents we do not carry',
  'hold.contents_differ': 'Contents are not what was said',
  'hold.missing': 'Not found where it should be',
  'hold.other': 'Something else',
} as const satisfies Record<`hold.${HoldCode}`, string>

export const holdTexts = defineCatalogue('holds', english, () => import('./hold-swahili.ts'))
