import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/**
 * In Swahili one letter can change tense, class or person: "vinavyoletwa" are on their way to the shop, "vilivyoletwa"
 * have arrived there; "mtumaji" is the sender, "mtumiaji" the user. Words beside each other on a screen must differ
 * more than that.
 */

/** The Swahili texts by catalogue and key (`agent/menu.sending`, `parcels/sender.name`). */
const said = new Map<string, string>()
for (const file of globSync('{frontends/*,contracts}/src/**/texts/*.sw.json', { cwd: root })) {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(root, file), 'utf8'))
  for (const [key, text] of Object.entries(texts)) said.set(`${basename(file, '.sw.json')}/${key}`, text)
}

const states = ['way-status/status.*', 'agent/status.dropped']
const agentMenu = ['agent/menu.*']
const adminMenu = ['admin/menu.*']
const rowOfAdmin = ['admin/view', 'admin/edit', 'admin/delete']

/** Groups of texts that are visible together: keys, or `*` for all keys with that beginning. */
const beside: Readonly<Record<string, readonly string[]>> = {
  'the states of a parcel': states,
  'what an agent presses, and the states': [...states, 'agent/step.*'],
  'what an agent is to do': ['agent/todo.*'],
  'the tabs of Sending': [...agentMenu, 'agent/sending.dropping', 'agent/sending.dropped', 'agent/sending.inTransit'],
  'the tabs of Receiving': [
    ...agentMenu,
    'agent/receiving.inTransit',
    'agent/receiving.delivered',
    'agent/receiving.collected',
  ],
  'the tabs of all deliveries': [...agentMenu, 'agent/all.sending', 'agent/all.received'],
  'the figures of a client': [...states, 'client/dashboard.total', 'client/dashboard.others', 'client/menu.*'],
  'what a client searches by': ['client/search.trackingId', 'client/search.phone', 'client/search.status'],
  'a form of the public': [
    ...['name', 'phone', 'location', 'agent'].flatMap((field) => [`parcels/sender.${field}`]),
    ...['name', 'phone', 'location', 'agent', 'address', 'details'].map((field) => `parcels/receiver.${field}`),
    'parcels/sender.nameLocked',
    'parcels/parcel.description',
    'parcels/tier',
    'parcels/method',
  ],
  'ways to send': ['parcels/type.*', 'parcels/tier.same-day', 'parcels/tier.express'],
  'ways to pay': ['parcels/method.payNow', 'parcels/method.payOnDelivery'],
  'sums of money': ['parcels/sum.fee', 'parcels/sum.product', 'parcels/sum.total', 'parcels/checkout.due'],
  'steps of a parcel': ['way-stage/stage.*'],
  'a parcel in detail': ['parcels/detail.*'],
  'the way to the door and the counter': ['shell/ways.*', 'shell/logout'],
  'the entrance': ['public/site.login', 'public/site.signUp', 'public/landing.track', 'public/landing.send'],
  'the admin’s deliveries': [...adminMenu, ...states, ...rowOfAdmin, 'admin/deliveries.total'],
  'the admin’s people': [...adminMenu, ...rowOfAdmin, 'admin/users.sort.*', 'admin/users.changeRole'],
  'who they may be': ['admin/role.*', 'admin/users.anyRole'],
  'the admin’s marketing': [...adminMenu, 'admin/sms.tab.*', 'admin/sms.who.*', 'admin/sms.kind.*', 'admin/sms.send'],
  'the campaigns': [
    ...['message', 'people', 'arrived', 'failedOf'].map((column) => `admin/campaigns.${column}`),
    ...['optedOut_one', 'refused_one', 'unanswered_one', 'beyondBudget_one'].map((why) => `admin/campaigns.${why}`),
  ],
  'the admin’s periods': ['today', 'thisWeek', 'thisMonth', 'custom'].map((period) => `admin/revenue.${period}`),
  'the admin’s figures': [
    ...['total', 'doorstep', 'dukani', 'deliveries', 'doorstepDeliveries', 'dukaniDeliveries'],
    ...['successRate', 'completionRate'],
  ].map((figure) => `admin/revenue.${figure}`),
  'the admin’s payments': [...adminMenu, 'admin/payments.tab.*', 'admin/payment.state.*', 'admin/payment.isLetPass'],
  'what is done to a payment': ['letPass', 'release', 'rebind', 'history'].map((act) => `admin/payment.${act}`),
  'what happened to a payment': ['admin/payment.event.*'],
  'what happened to a parcel': ['admin/history.event.*'],
  'the parts of a parcel’s history': ['admin/history.detail.*'],
  'what the admin’s book names': ['admin/audit.kind.*'],
  'which message is unsent': ['admin/unsent.template.*'],
}

/** A screen's own title is not a choice beside the others. */
const found = (key: string): string[] =>
  key.endsWith('*')
    ? [...said.keys()].filter((one) => one.startsWith(key.slice(0, -1)) && !one.endsWith('.title'))
    : [key].filter((one) => said.has(one))

/** As people hear it: without soft hyphens, values, punctuation and capitals. */
const heard = (text: string): string =>
  text
    .replaceAll(/\u00ad|\{\{\w+\}\}/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** The edit distance: how many letters must be added, removed or changed. */
const lettersBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1]
    for (let at = 0; at < other.length; at += 1)
      next.push(Math.min((row[at] ?? 0) + (letter === other[at] ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row[other.length] ?? 0
}

/** Equal words are allowed. Short ones differ by little and still look different. */
const areTwins = (one: string, other: string): boolean =>
  one !== other && Math.min(one.length, other.length) > 4 && lettersBetween(one, other) <= 2

const twinsAmong = (texts: readonly string[]): string[] =>
  texts.flatMap((one, at) =>
    texts.slice(at + 1).flatMap((other) => (areTwins(heard(one), heard(other)) ? [`${one} / ${other}`] : [])),
  )

test.each([
  ['Vinavyoletwa', 'Vilivyoletwa'],
  ['Vinavyotumwa', 'Vilivyotumwa'],
  ['Watumiaji', 'Watumaji'],
  ['Kinaletwa dukani', 'Kimeletwa du\u00adkani'],
])('%s and %s are too similar', (one, other) => {
  expect(twinsAmong([one, 'Vilivyofika', other])).toEqual([`${one} / ${other}`])
})

test.each(Object.entries(beside))('%s: no text is too similar to another', (_where, keys) => {
  expect(keys.filter((key) => found(key).length === 0)).toEqual([])
  expect(twinsAmong(keys.flatMap(found).map((key) => said.get(key) ?? ''))).toEqual([])
})

/** Things for which the glossary (frontends/kit/BRAND.md) has one word, and the other words that were used before. */
const left: readonly (readonly [ours: string, others: RegExp])[] = [
  ['mwenye akaunti, jina la akaunti', /\b(m|wa)tumiaji\b/i],
  ['jukumu', /\b(wadhifa|wajibu)\b/i],
  ['duka la kuchukulia', /\b[kv]ituo\b/i],
  ['nambari', /\bnamba\b/i],
  ['code', /\bmi?simbo\b/i],
  ['rider', /\b(m|wa)endeshaji\b/i],
  ['skani', /\bchanganua\b/i],
  ['fundi wa Tuma', /\bmwendeshaji wa (mfumo|tuma)\b/i],
  ['mchukuaji', /\b(anayechukua|aliyechukua|aliyekichukua)\b/i],
  ['kimefika, kimechukuliwa', /\bi(me|li)(fika|letwa|chukuliwa|ombwa)\b/i],
  ['hours of the clock as digits, hours that pass as masaa', /\bsaa (\d|\{\{)/i],
]

test.each(left)('one word for one thing: %s', (_ours, others) => {
  expect(said.size).toBeGreaterThan(1000)
  expect([...said].filter(([, text]) => others.test(text))).toEqual([])
})
