import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/**
 * Labels that are not stored themselves: ids and keys are derived from them, and leases are named by them. With another
 * label the same command would make a second parcel, no link in a mail would work, and a taken name would count as
 * free. Stored names are in infra/one-process/history/stored-names.json.
 */
const labels = {
  bff: [
    ...['free request …', 'paid request …', 'account request …'],
    ...['mailed …', 'bff', 'visitor …', 'step of many'],
  ],
  'infra/one-process': ['tuma …', 'tuma backup: which key', 'demonstration', 'erased again'],
  'services/delivery': [
    'location',
    'place',
    'price',
    'rider',
    'delivery of payment',
    'delivery of command',
    'form',
    'request',
    'erasures',
    'erased',
    'erased phone',
    'guarded',
    'guards',
    'known person',
    'phone of a sender',
    'erased sender',
    'collection code',
    'code raised',
    'retention',
    'decision',
    'waiting',
    'photo',
    'photo is over',
    'takings summed',
    'sticker',
    'sticker again',
    'stickers',
    'booking of command',
    'booking of sender',
    'payer of booking',
    'asking of a booking',
    'row of a booking',
    'bookings',
  ],
  'services/identity': [
    ...[
      'account',
      'link',
      'aftermath',
      'first admin',
      'guards',
      'identity …',
      'sessions',
      'links',
      'reservations',
      'devices',
      'second factors',
      'recovery codes',
      'networks of security events',
      'new|…|…|…',
      'session',
    ],
    ...['approval', 'approval alone', 'approvals'],
    ...['security event', 'security events'],
    '…|…|…',
  ],
  'services/notification': [
    'budget-alarm',
    'campaign',
    'dispatcher',
    'findings',
    'findings-mail',
    'nearly spent',
    // That SMS cannot reach a person, and a message that an admin sends again.
    'reach',
    'sent again',
    'phone …',
    'retention',
    'support',
  ],
  'services/payment': [
    'code',
    'visitor',
    'name and network',
    'wider network',
    'word of a name',
    'end of a phone',
    'SHA-256 of a phone',
    'phone',
    'network',
    'prompt',
    'prompt at the door',
    'prompt for cash',
    'prompts',
    'reminders',
    'link of a payment',
    'key of a link',
    'callback',
    'callbacks',
    'doubting',
    'forgetting',
    'statement',
    'statements',
    'page of a statement',
    'row of a statement',
    'opening of an account',
    'kind of a row',
    'undone kind',
    'adding',
    'agent who asks',
    'topping up',
    'refund',
    'refunds',
    'outgoing',
    'payee',
    'shape of a message',
    'takings summed',
    'unread',
    // For addresses that Daraja knows and goes on calling.
    'tuma payment callback addresses',
    'callback … … …',
  ],
  'services/revenue': ['passing on', 'payees'],
  'services/platform': ['views-…', 'audit', 'row', 'row key …', 'sha256', '… …', 'tuma …'],
}

const literal = "('[^']+'|`[^`]+`)"
const derives = new RegExp(
  `\\b(?:derivedId|hash|keyFor|leaseFor|openLease|update)\\((?:engines, )?${literal}|hkdfSync\\([^\`]*${literal}`,
  'g',
)
/** Without its quotes and its filled-in values. */
const plain = (text: string) => text.slice(1, -1).replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '…')

const labelsIn = (workspace: string): string[] => {
  const files = globSync(`${workspace}/src/**/*.ts`, { cwd: root })
  const code = files
    .filter((file) => !/\.test(-d)?\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const found = code.flatMap((text) =>
    [...text.matchAll(derives)].map(([, label, ofKey]) => plain(label ?? ofKey ?? '')),
  )
  return [...new Set(found)].sort()
}

test('labels of derived ids, keys and leases are unchanged', () => {
  const workspaces = globSync(['services/*', 'bff', 'infra/one-process'], { cwd: root })
  const found = Object.fromEntries(workspaces.map((workspace) => [workspace, labelsIn(workspace)]))
  const listed = Object.fromEntries(Object.entries(labels).map(([workspace, own]) => [workspace, own.toSorted()]))
  expect(Object.fromEntries(Object.entries(found).filter(([, own]) => own.length > 0))).toEqual(listed)
})
