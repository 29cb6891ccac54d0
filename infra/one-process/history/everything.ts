import {
  daysOfMonth,
  deliveryStatuses,
  differenceTabs,
  getEatDay,
  paymentTabs,
  receivingGroups,
} from '@tuma/contracts/vocabulary'
import { type Call, type CallName, calls, inPath, make, wrongWith } from '../api/calls.ts'
import { counterForm } from '../api/parcels.ts'
import type { Answer, Visitor } from '../api/visitor.ts'

type Parcel = {
  readonly _id: string
  readonly trackingId: string
  readonly deliveryType: 'doorstep' | 'parcelDukani'
  readonly status: (typeof deliveryStatuses)[number]
  readonly photos?: readonly { readonly id: string }[]
}
type People = { stranger(): Visitor; signedIn(username: string): Promise<Visitor> }
/** Ids and secrets that the tests of a folder need from its makers. */
export type Left = {
  /** The session of the client, who stays signed in. */
  readonly session: string
  /** The tracking id of a parcel that was deleted. */
  readonly deleted: string
  /** The token of the newest mail to shared@tuma.test, an address that two people have registered. */
  readonly verification: string
  readonly prompts: {
    /** A prompt of the client: paid, and its receipt is not known. */
    readonly promptId: string
    /** An agent's prompt for the parcel with this id. */
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
  /** Of the shop of agent.cbd. */
  readonly bookings: readonly { readonly bookingId: string }[]
}
type Input = Record<string, string | number>

/** The whole list, and the list with each of these filters. */
const lists = (...filters: Input[]): Input[] => [{}, ...filters].map((filter) => ({ limit: 500, ...filter }))
const byStatus = deliveryStatuses.map((status) => ({ status }))

/** The inputs of each GET that needs more than none. A new one with a path needs a line here. */
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
  'money.statementCsv': ({ at }) => [daysOfMonth(getEatDay(at).slice(0, 7))],
  'money.statementPdf': ({ at }) => [daysOfMonth(getEatDay(at).slice(0, 7))],
  'books.day': ({ at }) => [{ day: getEatDay(at) }],
  'books.entries': () => lists({ account: 'prepaid' }),
  'agent.sending': () => lists(...byStatus),
  'agent.receiving': () => lists(...byStatus, ...receivingGroups.map((by) => ({ by }))),
  'counter.find': () => lists({ search: 'zawadi' }, { search: '3444' }),
  'counterParcels.known': () => [{ phone: counterForm.sender.phone }],
  'bookings.get': ({ bookings }) => bookings.map(({ bookingId: id }) => ({ id })),
  'counter.label': ({ parcels }) => parcels.map(({ trackingId }) => ({ trackingId, size: '58' })),
  'people.users': () => lists({ sort: 'name' }, { sort: 'points' }),
  'marketing.contacts': () => lists({ search: 'zawadi' }),
}

/** GET calls that change something or never end: other tests ask them. */
export const askedElsewhere: readonly CallName[] = ['users.logout', 'users.verifyEmail', 'live.changes']

/** Other people may call these only for their own parcels, so the admin asks. */
const seenByAdmin: readonly CallName[] = ['deliveries.detail', 'counter.label', 'trouble.photo']

const agentWithBookings = 'agent.cbd'

/** The people who may make the call and see all that it returns. */
const asking = ({ name, who }: Call): string[] => {
  if (name === 'payment.prompt') return ['client']
  if (name === 'bookings.get') return [agentWithBookings]
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

/** The fields that represent an answer. The whole answer is not kept, because each new field would change it. */
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
/** @param told a result of `answersTo` */
export const isWrong = (told: unknown): boolean => String(told).startsWith(wrong)

/** The rows of a list that must answer. */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the rows
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
  if (call.name === 'money.statementPdf') return 'a statement'
  // This call lists the logins of the people who ask here.
  if (call.name === 'audit.events') return 'a log'
  if (call.name.endsWith('.history')) return body.map(({ type }: { type: string }) => type).join(' ')
  if (Array.isArray(body)) return body.map(getLine)
  // An audit may end while the folder is asked.
  if ('lastPass' in body) return { ...body, lastPass: body.lastPass.map(({ service }: { service: string }) => service) }
  // The session that asks is another one each time.
  if ('sessions' in body) return { ...body, sessions: body.sessions.length }
  return 'trackingId' in body || 'username' in body ? getLine(body) : body
}

const thingsIn = async ({ signedIn }: People, admin: Visitor, kept: Kept): Promise<Things> => {
  const rows = async (path: string) => getRows(await admin.get(`/api/admin/${path}?limit=500`))
  const [parcels, payments] = [await rows('deliveries'), await rows('payments')]
  const [statements, payees] = [await rows('statements'), await rows('books/ready')]
  const [drawers, approvals] = [await rows('books/drawers'), await rows('approvals')]
  const bookings = getRows(await (await signedIn(agentWithBookings)).get('/api/agent/bookings'))
  return { ...kept, parcels, payments, statements, payees, drawers, approvals, bookings }
}

/**
 * Makes every call that changes nothing.
 * @returns a summary of each good answer, or what is wrong with it, by call, person and input
 */
export const answersTo = async (visitors: People, kept: Kept): Promise<Record<string, unknown>> => {
  const { stranger, signedIn } = visitors
  const answers: Record<string, unknown> = {}
  const admin = await signedIn('admin')
  const things = await thingsIn(visitors, admin, kept)
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
