import { deliveryStatuses, differenceTabs, getEatDay, paymentTabs, receivingGroups } from '@tuma/contracts/vocabulary'
import { type Call, type CallName, calls, inPath, make, wrongWith } from '../api/calls.ts'
import type { Answer, Visitor } from '../api/visitor.ts'

type Parcel = {
  readonly _id: string
  readonly trackingId: string
  readonly deliveryType: 'doorstep' | 'parcelDukani'
  readonly status: (typeof deliveryStatuses)[number]
  readonly photos?: readonly { readonly id: string }[]
}
type People = { stranger(): Visitor; signedIn(username: string): Promise<Visitor> }
/** What the makers of a folder left for those who open it. */
export type Left = {
  /** Of the client, who stays signed in. */
  readonly session: string
  /** The tracking id of a parcel that was deleted. */
  readonly deleted: string
  /** The token of the newest mail to shared@tuma.test, an address that two people have registered. */
  readonly verification: string
  readonly prompts: {
    /** The client's: paid, and its receipt is not known. */
    readonly promptId: string
    /** An agent's, for the parcel that it names. */
    readonly atTheDoor: { readonly id: string; readonly promptId: string }
  }
  readonly secondFactor: {
    readonly email: string
    readonly password: string
    readonly secret: string
    readonly recoveryCode: string
  }
}
/** `at`: the moment at which the folder was closed, an ISO instant. */
export type Kept = { readonly at: string; readonly left: Left }
/** What the questions are about. */
type Things = Kept & {
  readonly parcels: readonly Parcel[]
  readonly payments: readonly { readonly _id: string }[]
  readonly statements: readonly { readonly _id: string }[]
  /** Senders whose money can be paid out. */
  readonly payees: readonly { readonly _id: string }[]
  /** Agents with cash in their drawers. */
  readonly drawers: readonly { readonly _id: string }[]
  readonly approvals: readonly { readonly _id: string; readonly own: boolean }[]
}
type Input = Record<string, string | number>

/** All that there is, and with each of these filters. */
const lists = (...filters: Input[]): Input[] => [{}, ...filters].map((filter) => ({ limit: 500, ...filter }))
const byStatus = deliveryStatuses.map((status) => ({ status }))

/** What a GET is asked with when it is not simply all that there is. A new one with a path needs its line here. */
const questions: { [Name in CallName]?: (things: Things) => Input[] } = {
  'deliveries.countAll': () => [{ username: 'wanjiku' }],
  'deliveries.countByStatus': () => deliveryStatuses.map((status) => ({ username: 'wanjiku', status })),
  'deliveries.ownDoorstep': () => [{ username: 'wanjiku', limit: 500 }],
  'deliveries.ownDukani': () => [{ username: 'wanjiku', limit: 500 }],
  'deliveries.detail': ({ parcels }) => parcels.map(({ _id: id, deliveryType: type }) => ({ id, type })),
  'deliveries.track': ({ parcels }) => parcels.map(({ trackingId }) => ({ trackingId })),
  'deliveries.receipt': ({ parcels }) => parcels.map(({ trackingId }) => ({ trackingId })),
  'adminDeliveries.history': ({ parcels }) => parcels.map(({ _id: id }) => ({ id })),
  'adminDeliveries.deleted': ({ left }) => [{ trackingId: left.deleted }],
  'parcelMessages.list': ({ parcels }) => parcels.map(({ _id: id }) => ({ id })),
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
  'adminPayments.history': ({ payments }) => payments.map(({ _id: id }) => ({ id })),
  'adminPayments.paidFrom': ({ payments }) => payments.map(({ _id: id }) => ({ id })),
  'statements.preview': ({ statements }) => statements.map(({ _id: id }) => ({ id })),
  'payment.prompt': ({ left }) => [{ id: left.prompts.promptId }],
  'agent.lastAskedForDue': ({ left }) => [{ id: left.prompts.atTheDoor.id }],
  'agent.askedForDue': ({ left }) => [left.prompts.atTheDoor],
  'trouble.photo': ({ parcels }) =>
    parcels.flatMap(({ _id: id, photos = [] }) => photos.map((photo) => ({ id, photoId: photo.id }))),
  'books.payee': ({ payees }) => payees.map(({ _id: owedTo }) => ({ owedTo })),
  'books.drawer': ({ drawers }) => drawers.map(({ _id: id }) => ({ id })),
  'approvals.own': ({ approvals }) => approvals.flatMap(({ _id: id, own }) => (own ? [{ id }] : [])),
  'books.csv': () => [{}],
  'books.day': ({ at }) => [{ day: getEatDay(at) }],
  'books.entries': () => lists({ account: 'prepaid' }),
  'agent.sending': () => lists(...byStatus),
  'agent.receiving': () => lists(...byStatus, ...receivingGroups.map((by) => ({ by }))),
  'counter.find': () => lists({ search: 'zawadi' }, { search: '3444' }),
  'counter.label': ({ parcels }) => parcels.map(({ trackingId }) => ({ trackingId, size: '58' })),
  'people.users': () => lists({ sort: 'name' }, { sort: 'points' }),
  'marketing.contacts': () => lists({ search: 'zawadi' }),
}

/** Calls that change something though they are a GET, or never end: other tests ask them. */
export const askedElsewhere: readonly CallName[] = ['users.logout', 'users.verifyEmail', 'live.changes']

/** By others only where the parcel is theirs. */
const seenByAdmin: readonly CallName[] = ['deliveries.detail', 'counter.label', 'trouble.photo']

/** Whom the call is there for, and who sees all that it asks about. */
const asking = ({ name, who }: Call): string[] => {
  if (name === 'payment.prompt') return ['client']
  if (who === 'anyone') return ['nobody']
  if (seenByAdmin.includes(name)) return ['admin']
  if (who.includes('user')) return ['client']
  return who.includes('agent') ? ['agent.cbd', 'agent.thika'] : ['admin']
}

const inputsFor = (call: Call, things: Things): Input[] => {
  const given = questions[call.name]
  if (given) return given(things)
  if (inPath(call.path).length > 0) throw new Error(`everything.ts does not say what to ask ${call.name} about`)
  return call.input ? lists() : [{}]
}

/** What an answer is told by: never all of it, or each new field would change what is kept. */
const telling = [
  'trackingId username place locationName pickupPoints name phone status paid role points isVerified',
  'deliveryType price deliveryFee amount trackerId totalDeliveries optedOut topic type key',
].flatMap((fields) => fields.split(' '))

const getLine = (row: unknown): string => {
  if (typeof row !== 'object' || row === null) return String(row)
  const fields = row as Record<string, unknown>
  if (typeof fields._id === 'object') return `${getLine(fields._id)} ${getLine({ ...fields, _id: '' })}`
  return telling.flatMap((field) => (field in fields ? [String(fields[field])] : [])).join(' ')
}

const wrong = 'WRONG: '
/** Of what `answersTo` returns. */
export const isWrong = (told: unknown): boolean => String(told).startsWith(wrong)

/** Of a list that must answer. */
// biome-ignore lint/suspicious/noExplicitAny: whoever asks says what the rows are
export const getRows = ({ status, body }: Answer): any[] => {
  if (!Array.isArray(body)) throw new Error(`a list answers ${status} ${body.code}`)
  return body
}

const toldBy = (call: Call, answer: Answer): unknown => {
  const { status, body } = answer
  if (status !== call.goodStatus) return `${wrong}${status} ${body.code}`
  if (call.name === 'trouble.photo') return 'a photo'
  const broken = wrongWith(call, answer)
  if (broken !== null) return wrong + broken
  if (call.name === 'deliveries.receipt') return 'a receipt'
  if (call.path.endsWith('.csv')) return 'a table'
  if (call.name === 'counter.label') return 'a label'
  // It lists the logins of those who ask here.
  if (call.name === 'audit.events') return 'a log'
  if (call.name.endsWith('.history')) return body.map(({ type }: { type: string }) => type).join(' ')
  if (Array.isArray(body)) return body.map(getLine)
  // The session that asks is another one each time.
  if ('sessions' in body) return { ...body, sessions: body.sessions.length }
  return 'trackingId' in body || 'username' in body ? getLine(body) : body
}

const thingsIn = async (admin: Visitor, kept: Kept): Promise<Things> => {
  const rows = async (path: string) => getRows(await admin.get(`/api/admin/${path}?limit=500`))
  const [parcels, payments] = [await rows('deliveries'), await rows('payments')]
  const [statements, payees] = [await rows('statements'), await rows('books/ready')]
  const [drawers, approvals] = [await rows('books/drawers'), await rows('approvals')]
  return { ...kept, parcels, payments, statements, payees, drawers, approvals }
}

/**
 * Asks everything that can be asked without changing anything.
 * @returns by call, who asks and the input: what a good answer comes to, else what is wrong with it
 */
export const answersTo = async ({ stranger, signedIn }: People, kept: Kept): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {}
  const admin = await signedIn('admin')
  const things = await thingsIn(admin, kept)
  const asked = calls.filter(({ method, name }) => method === 'GET' && !askedElsewhere.includes(name))
  const people = new Map<string, Visitor>([['nobody', stranger()]])
  for (const call of asked) {
    for (const who of asking(call)) {
      const person = people.get(who) ?? (await signedIn(who))
      people.set(who, person)
      for (const input of inputsFor(call, things)) {
        const question = [call.name, 'by', who, ...Object.values(input)].join(' ')
        answers[question] = toldBy(call, await make(person, call, input))
      }
    }
  }
  return answers
}
