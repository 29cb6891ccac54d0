import { deliveryStatuses, differenceTabs, paymentTabs } from '@tuma/contracts/vocabulary'
import { type Call, type CallName, calls, inPath, make, wrongWith } from '../api/calls.ts'
import type { Answer, Visitor } from '../api/visitor.ts'

type Parcel = {
  readonly _id: string
  readonly trackingId: string
  readonly deliveryType: 'doorstep' | 'parcelDukani'
  readonly status: (typeof deliveryStatuses)[number]
}
type People = { stranger(): Visitor; signedIn(username: string): Promise<Visitor> }
type Input = Record<string, string | number>

/** All that there is, and with each of these filters. */
const lists = (...filters: Input[]): Input[] => [{}, ...filters].map((filter) => ({ limit: 500, ...filter }))
const byStatus = deliveryStatuses.map((status) => ({ status }))

/** What a GET is asked with when it is not simply all that there is. A new one with a path needs its line here. */
const questions: { [Name in CallName]?: (parcels: readonly Parcel[]) => Input[] } = {
  'deliveries.countAll': () => [{ username: 'wanjiku' }],
  'deliveries.countByStatus': () => deliveryStatuses.map((status) => ({ username: 'wanjiku', status })),
  'deliveries.ownDoorstep': () => [{ username: 'wanjiku', limit: 500 }],
  'deliveries.ownDukani': () => [{ username: 'wanjiku', limit: 500 }],
  'deliveries.detail': (parcels) => parcels.map(({ _id: id, deliveryType: type }) => ({ id, type })),
  'deliveries.track': (parcels) => parcels.map(({ trackingId }) => ({ trackingId })),
  'deliveries.receipt': (parcels) => parcels.map(({ trackingId }) => ({ trackingId })),
  'adminDeliveries.history': (parcels) => parcels.map(({ _id: id }) => ({ id })),
  'adminDeliveries.list': () =>
    lists(
      ...byStatus,
      { type: 'doorstep' },
      { search: '0711333444' },
      { outcome: 'returned' },
      { held: 'yes' },
      { waits: '0', location: 'THIKA', address: 'Ananas Mall Desk' },
    ),
  'adminPayments.list': () => lists(...paymentTabs.map((tab) => ({ tab })), { search: 'PAY-5' }),
  'statements.differences': () => lists(...differenceTabs.map((tab) => ({ tab }))).slice(1),
  'books.payee': () => [{ owedTo: 'account:nobody' }],
  'books.csv': () => [{}],
  'books.day': () => [{ day: '2026-11-23' }],
  'books.entries': () => lists({ account: 'prepaid' }),
  'agent.sending': () => lists(...byStatus),
  'agent.receiving': () => lists(...byStatus),
  'counter.find': () => lists({ search: 'zawadi' }, { search: '3444' }),
  'counter.label': (parcels) => parcels.map(({ trackingId }) => ({ trackingId, size: '58' })),
  'people.users': () => lists({ sort: 'name' }, { sort: 'points' }),
  'marketing.contacts': () => lists({ search: 'zawadi' }),
}

/** What changes something though it is a GET, or never ends: asked by tests of their own. */
const elsewhere: readonly CallName[] = [
  'users.logout',
  'users.verifyEmail',
  'live.changes',
  // Of these, folders of then have none that would be anybody's to ask about.
  'payment.prompt',
  'agent.lastAskedForDue',
  'agent.askedForDue',
  'adminPayments.history',
  'statements.preview',
  'trouble.photo',
]

/** Whom the call is there for, and who sees all that it asks about. */
const asking = ({ name, who }: Call): string[] => {
  if (who === 'anyone') return ['nobody']
  if (name === 'deliveries.detail' || name === 'counter.label') return ['admin']
  if (who.includes('user')) return ['client']
  return who.includes('agent') ? ['agent.cbd', 'agent.thika'] : ['admin']
}

const inputsFor = (call: Call, parcels: readonly Parcel[]): Input[] => {
  const given = questions[call.name]
  if (given) return given(parcels)
  if (inPath(call.path).length > 0) throw new Error(`everything.ts does not say what to ask ${call.name} about`)
  return call.input ? lists() : [{}]
}

/** What an answer is told by: never all of it, or each new field would change what is kept. */
const telling = [
  'trackingId username place locationName pickupPoints name phone status paid role points isVerified',
  'deliveryType price deliveryFee amount trackerId totalDeliveries optedOut topic type key',
].flatMap((fields) => fields.split(' '))

const lineOf = (row: unknown): string => {
  if (typeof row !== 'object' || row === null) return String(row)
  const fields = row as Record<string, unknown>
  if (typeof fields._id === 'object') return `${lineOf(fields._id)} ${lineOf({ ...fields, _id: '' })}`
  return telling.flatMap((field) => (field in fields ? [String(fields[field])] : [])).join(' ')
}

const wrong = 'WRONG: '
/** Of what `answersTo` returns. */
export const isWrong = (told: unknown): boolean => String(told).startsWith(wrong)

/** Of a list that must answer. */
// biome-ignore lint/suspicious/noExplicitAny: whoever asks says what the rows are
export const rowsOf = ({ status, body }: Answer): any[] => {
  if (!Array.isArray(body)) throw new Error(`a list answers ${status} ${body.code}`)
  return body
}

const toldBy = (call: Call, answer: Answer): unknown => {
  const { status, body } = answer
  if (status !== call.goodStatus) return `${wrong}${status} ${body.code}`
  const broken = wrongWith(call, answer)
  if (broken !== null) return wrong + broken
  if (call.name === 'deliveries.receipt') return 'a receipt'
  if (call.path.endsWith('.csv')) return 'a table'
  if (call.name === 'counter.label') return 'a label'
  // Whoever signs in to ask stands in it.
  if (call.name === 'audit.events') return 'a log'
  if (call.name === 'adminDeliveries.history') return body.map(({ type }: { type: string }) => type).join(' ')
  if (Array.isArray(body)) return body.map(lineOf)
  // The days before came later, and are not among what was kept.
  if (call.name.startsWith('revenue.')) return { data: body.data }
  // Nor was anybody asked on their phone.
  if (call.name === 'locations.contact') return { ...body, prompts: undefined }
  return 'trackingId' in body || 'username' in body ? lineOf(body) : body
}

/**
 * Asks everything that can be asked without changing anything.
 * @returns by call, whom and what with: what a good answer comes to, else what is wrong with it
 */
export const answersTo = async ({ stranger, signedIn }: People): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {}
  const admin = await signedIn('admin')
  const parcels: Parcel[] = rowsOf(await admin.get('/api/admin/deliveries?limit=500'))
  const asked = calls.filter(({ method, name }) => method === 'GET' && !elsewhere.includes(name))
  const people = new Map<string, Visitor>([['nobody', stranger()]])
  for (const call of asked) {
    for (const who of asking(call)) {
      const person = people.get(who) ?? (await signedIn(who))
      people.set(who, person)
      for (const input of inputsFor(call, parcels)) {
        const question = [call.name, 'by', who, ...Object.values(input)].join(' ')
        answers[question] = toldBy(call, await make(person, call, input))
      }
    }
  }
  return answers
}
