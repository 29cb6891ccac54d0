import type { Decider, DomainEvent, Recorded } from '@tuma/platform/domain'
import { fold, runCheck } from '@tuma/platform/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditChecks } from './audit-checks.ts'
import type { BookEvent } from './books-views.ts'
import { getCommandsAfter, type NextCommand, triggerTypes } from './commands-after.ts'
import { cashIn, type DrawerCommand, type DrawerEvent, drawer, drawerStream } from './drawer.ts'
import { type DrawerRow, drawersView } from './drawer-views.ts'
import { type SaleEvent, sale, saleStream } from './sale.ts'
import { type TillCommand, till, tillStream } from './till.ts'

// Random days of three agents and the office, compared with a second calculation that knows only people and notes.

const at = '2026-11-24T06:00:00.000Z'
const agents = ['otieno', 'amina', 'juma'] as const
type Agent = (typeof agents)[number]
const office = 'office'

const agent = fc.constantFrom(...agents)
const share = fc.integer({ min: 1, max: 100 })
const take = fc.record({ do: fc.constant('take' as const), by: agent, shillings: fc.integer({ min: 1, max: 3000 }) })
const offer = fc.record({ do: fc.constant('offer' as const), by: agent, to: agent, share })
const accept = fc.record({ do: fc.constant('accept' as const), which: fc.nat(2), share, isTwice: fc.boolean() })
const others = fc.oneof(
  fc.record({ do: fc.constant('end' as const), by: agent }),
  fc.record({ do: fc.constant('handOver' as const), by: agent, share }),
  fc.record({ do: fc.constant('receive' as const) }),
  fc.record({ do: fc.constant('takeIn' as const), by: agent, share }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }),
)
// A share of more than all asks for more than is in the drawer when the money comes.
const payIns = fc.oneof(
  fc.record({ do: fc.constant('payIn' as const), by: agent, share: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ do: fc.constant('money' as const), which: fc.nat(3), isTwice: fc.boolean() }),
  fc.record({ do: fc.constant('back' as const), which: fc.nat(3), how: fc.constantFrom('reversed', 'released') }),
)
const action = fc.oneof(
  { weight: 2, arbitrary: take },
  { weight: 3, arbitrary: offer },
  { weight: 3, arbitrary: accept },
  { weight: 3, arbitrary: others },
  { weight: 4, arbitrary: payIns },
)
const actions = fc.array(action, { minLength: 4, maxLength: 30, size: 'max' })
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** The streams of sales, drawers and payments in memory; what follows from an event is sent at once, and again at the end. */
const openDrawers = () => {
  const streams = new Map<string, Recorded<BookEvent>[]>()
  const past = (stream: string) => streams.get(stream) ?? []
  let position = 0
  const record = ({ of, stream, command }: NextCommand): void => {
    const decider = { sale, drawer, till }[of as 'sale' | 'drawer' | 'till'] as unknown as Decider<
      unknown,
      unknown,
      BookEvent & DomainEvent
    >
    if (!decider) return
    const before = past(stream)
    const added = decider.decide(command, fold(decider, before)).map((event, nth) => {
      const revision = before.length + nth
      const metadata = { at, commandId: '', correlationId: '', causationId: '', actor: null }
      return { ...event, id: `${stream} ${revision}`, stream, revision, position: ++position, metadata }
    }) as Recorded<BookEvent>[]
    streams.set(stream, [...before, ...added])
    for (const event of added) follow(event)
  }
  const follow = (event: Recorded<BookEvent>): void => {
    if (!triggerTypes.includes(event.type)) return
    for (const next of getCommandsAfter(event.stream, past(event.stream), event)) record(next)
  }
  const all = () => [...streams.values()].flat().sort((one, other) => one.position - other.position)
  return { record, past, all, followAgain: () => all().forEach(follow) }
}

/** Below zero: notes that the agent paid for the parcel out of other parcels' notes. */
type Note = { readonly parcel: string; age: number; cents: number }

/**
 * Notes with their parcel, the oldest first, by person: cash moves from one pile to another, and back to a customer.
 * Who takes of a pile first covers what is below zero.
 */
const openPiles = () => {
  const piles = new Map<string, Note[]>([...agents, office].map((who) => [who, []]))
  const pile = (who: string) => piles.get(who) ?? []
  /** How old cash of a parcel was when it last came to a person. */
  const ages = new Map<string, number>()
  const ageOf = (who: string, { parcel, age }: Pick<Note, 'parcel' | 'age'>) => ages.get(`${who} ${parcel}`) ?? age
  const sum = (who: string) => pile(who).reduce((all, { cents }) => all + cents, 0)
  const give = (who: string, note: Note): void => {
    const same = pile(who).find(({ parcel }) => parcel === note.parcel)
    if (same) same.cents += note.cents
    else pile(who).push({ ...note })
    if (!same) ages.set(`${who} ${note.parcel}`, note.age)
    tidy(who)
  }
  const tidy = (who: string): void => {
    const left = pile(who).filter(({ cents }) => cents !== 0)
    piles.set(
      who,
      left.sort((one, other) => one.age - other.age),
    )
  }
  /** A customer gets notes back, at the moment `age`. */
  const giveBack = (who: string, parcel: string, cents: number, age: number): void => {
    give(who, { parcel, age, cents: -cents })
    for (const note of pile(who).filter((one) => one.parcel === parcel)) note.age = age
    ages.set(`${who} ${parcel}`, age)
    tidy(who)
  }
  const take = (who: string, cents: number): Note[] => {
    let left = pile(who).reduce((all, note) => all - Math.min(note.cents, 0), cents)
    const gone = pile(who).map((note) => {
      const of = note.cents < 0 ? note.cents : Math.min(note.cents, left)
      left -= Math.max(of, 0)
      note.cents -= of
      return { ...note, cents: of }
    })
    tidy(who)
    return gone.filter((note) => note.cents !== 0)
  }
  return { pile, sum, give, giveBack, take, ageOf }
}

const minute = (age: number) => new Date(Date.parse(at) + age * 60_000).toISOString()

type Waiting = { readonly by: Agent; readonly handOverId: string; readonly cents: number; readonly notes: Note[] }
type Doing = { [Do in Action['do']]: (one: Extract<Action, { do: Do }>, n: number) => void }
/** Money that an agent sends to the till. `notes` are what it paid for. */
type Payment = {
  readonly by: Agent
  readonly id: string
  readonly cents: number
  notes: Note[]
  state: 'asked' | 'came' | 'reversed' | 'released'
}
const getShare = (cents: number, share: number) => Math.max(1, Math.floor((cents * share) / 100))

const openDay = () => {
  const [books, piles] = [openDrawers(), openPiles()]
  const waiting: Waiting[] = []
  const offers = new Map<Agent, { readonly offerId: string; readonly to: Agent; readonly cents: number }>()
  const payments: Payment[] = []
  const parcels: { readonly id: string; readonly by: Agent; readonly cents: number; isCancelled: boolean }[] = []
  return { books, piles, waiting, offers, parcels, payments }
}
type Day = ReturnType<typeof openDay>

const send = ({ books }: Day, command: DrawerCommand): void =>
  books.record({ of: 'drawer', stream: drawerStream(command.agentId), command })

/** An offer of more than the pile has is over. */
const endGoneOffer = ({ piles, offers }: Day, by: Agent): void => {
  const open = offers.get(by)
  if (open && piles.sum(by) < open.cents) offers.delete(by)
}
const takeAway = (day: Day, by: Agent, cents: number): Note[] => {
  const notes = day.piles.take(by, cents)
  endGoneOffer(day, by)
  return notes
}

const toOffice = (day: Day): Pick<Doing, 'handOver' | 'receive' | 'takeIn'> => ({
  handOver({ by, share }, n) {
    const inDrawer = day.piles.sum(by)
    if (inDrawer <= 0) return
    const [handOverId, cents] = [`h${n}`, getShare(inDrawer, share)]
    const about = { agentId: by, handOverId, rest: 'stays', inDrawer, at: minute(n) } as const
    send(day, { type: 'HandOverCash', ...about, declared: cents })
    day.waiting.push({ by, handOverId, cents, notes: takeAway(day, by, cents) })
  },
  receive() {
    const next = day.waiting.shift()
    if (!next) return
    const { by: agentId, handOverId, cents: counted, notes } = next
    send(day, { type: 'ReceiveCash', agentId, handOverId, counted, note: null, at })
    for (const note of notes) day.piles.give(office, note)
  },
  takeIn({ by, share }, n) {
    const inDrawer = day.piles.sum(by)
    if (inDrawer <= 0 || day.waiting.some((each) => each.by === by)) return
    const counted = getShare(inDrawer, share)
    const about = { agentId: by, handOverId: `h${n}`, rest: 'stays', inDrawer, at: minute(n) } as const
    const note = { personId: by, reason: 'They are ill' }
    send(day, { type: 'TakeIn', ...about, counted, by: 'admin', aloneUpTo: 0, approval: null, note })
    for (const each of takeAway(day, by, counted)) day.piles.give(office, each)
  },
})

const atShop = (day: Day): Pick<Doing, 'take' | 'cancel' | 'offer' | 'accept' | 'end'> => ({
  cancel({ which }, n) {
    const open = day.parcels.filter(({ isCancelled }) => !isCancelled)
    const parcel = open[which % open.length]
    if (!parcel) return
    const { id, by, cents } = parcel
    const command = { type: 'CancelSale', agentId: by, cashBack: cents, at: minute(n) } as const
    day.books.record({ of: 'sale', stream: saleStream(id), command })
    parcel.isCancelled = true
    day.piles.giveBack(by, id, cents, n)
    endGoneOffer(day, by)
  },
  take({ by, shillings }, n) {
    const [id, cents, when] = [`d${n}`, 100 * shillings, minute(n)]
    const due = { feeCents: cents, productCents: 0, owedTo: 'account:kamau', paymentIds: [] }
    const command = { type: 'TakeSale', how: 'cash', said: true, agentId: by, ...due, at: when } as const
    day.books.record({ of: 'sale', stream: saleStream(id), command })
    day.parcels.push({ id, by, cents, isCancelled: false })
    day.piles.give(by, { parcel: id, age: n, cents })
  },
  offer({ by, to, share }, n) {
    const there = day.piles.sum(by)
    if (there <= 0 || to === by) return
    const [offerId, cents] = [`o${n}`, getShare(there, share)]
    send(day, { type: 'OfferCash', agentId: by, offerId, to, cents, at: minute(n) })
    day.offers.set(by, { offerId, to, cents })
  },
  accept({ which, share, isTwice }, n) {
    const [from, open] = [...day.offers][which % day.offers.size] ?? []
    if (!from || !open) return
    const { offerId, to: by } = open
    const counted = getShare(open.cents, share)
    const pass = { type: 'PassOn', agentId: from, offerId, by, counted, at: minute(n) } as const
    for (const _ of isTwice ? [1, 2] : [1]) send(day, pass)
    day.offers.delete(from)
    for (const note of takeAway(day, from, counted)) day.piles.give(by, note)
  },
  end({ by }, n) {
    const open = day.offers.get(by)
    if (open) send(day, { type: 'EndOffer', agentId: by, offerId: open.offerId, by: open.to, at: minute(n) })
    day.offers.delete(by)
  },
})

const byMpesa = (day: Day): Pick<Doing, 'payIn' | 'money' | 'back'> => {
  const book = (id: string, command: TillCommand) => day.books.record({ of: 'till', stream: tillStream(id), command })
  const pick = (which: number, state: Payment['state']) => {
    const own = day.payments.filter((one) => one.state === state)
    return own[which % own.length]
  }
  return {
    payIn({ by, share }, n) {
      const inDrawer = day.piles.sum(by)
      if (inDrawer <= 0) return
      day.payments.push({ by, id: `p${n}`, cents: getShare(inDrawer, share), notes: [], state: 'asked' })
    },
    money({ which, isTwice }, n) {
      const payment = pick(which, 'asked')
      if (!payment) return
      const { id, by, cents } = payment
      const told = { cents, valueAt: minute(n), at: minute(n) }
      for (const _ of isTwice ? [1, 2] : [1]) {
        book(id, { type: 'MoneySeen', by: 'prompt', claimed: false, ...told })
        book(id, { type: 'MoneyClaimed', claimed: false, payIn: { drawer: by }, at: minute(n) })
        book(id, { type: 'MoneyConfirmed', ...told })
      }
      payment.state = 'came'
      const there = Math.min(cents, Math.max(0, day.piles.sum(by)))
      payment.notes = there === 0 ? [] : takeAway(day, by, there)
      for (const note of payment.notes) day.piles.give(office, note)
    },
    back({ which, how }, n) {
      const payment = pick(which, 'came')
      if (!payment) return
      const { id, by, notes } = payment
      for (const _ of [1, 2])
        if (how === 'reversed') book(id, { type: 'MoneyReversed', valueAt: minute(n), at: minute(n) })
        else book(id, { type: 'MoneyClaimed', claimed: false, at: minute(n) })
      payment.state = how as 'reversed' | 'released'
      for (const note of notes) {
        day.piles.give(office, { ...note, cents: -note.cents })
        day.piles.give(by, { ...note, age: day.piles.ageOf(by, note) })
      }
      endGoneOffer(day, by)
    },
  }
}

const perform = (day: Day, one: Action, n: number): void =>
  ({ ...toOffice(day), ...atShop(day), ...byMpesa(day) })[one.do](one as never, n)

/** In cents. */
const balanceOf = (events: readonly Recorded<BookEvent>[], account: string, party: string | null): number =>
  events
    .flatMap(({ data }) => ('postings' in data ? data.postings : []))
    .filter((posting) => posting.account === account && posting.party === party)
    .reduce((sum, { cents }) => sum + cents, 0)

const rowOf = (events: readonly Recorded<BookEvent>[], who: string): DrawerRow | null =>
  events
    .filter(({ stream }) => stream === drawerStream(who))
    .reduce<DrawerRow | null>((row, event) => {
      const recorded = event as Recorded<DrawerEvent>
      return drawersView.getIds(recorded).length > 0 ? drawersView.project(row, recorded, who) : row
    }, null)

const expectAtTill = (events: readonly Recorded<BookEvent>[], { payments }: Day): void => {
  const there = payments.filter(({ state }) => state === 'came' || state === 'released')
  const sum = (all: readonly { readonly cents: number }[]) => all.reduce((before, { cents }) => before + cents, 0)
  const forCash = sum(payments.filter(({ state }) => state === 'came').flatMap(({ notes }) => notes))
  expect(balanceOf(events, 'till', null)).toBe(sum(there))
  expect(balanceOf(events, 'unclaimed', null)).toBe(forCash - sum(there))
}

const expectAsInPiles = (day: Day): void => {
  const { books, piles, parcels, waiting } = day
  const events = books.all()
  for (const who of agents) {
    const state = fold(drawer, books.past(drawerStream(who)) as Recorded<DrawerEvent>[])
    const expected = piles.pile(who).map(({ parcel: deliveryId, cents }) => ({ deliveryId, cents }))
    expect(cashIn(state)).toEqual(expected)
    expect(balanceOf(events, 'drawers', who)).toBe(piles.sum(who))
    const handed = waiting.filter(({ by }) => by === who).reduce((sum, { cents }) => sum + cents, 0)
    expect(balanceOf(events, 'in_transit', who)).toBe(handed)
    const row = rowOf(events, who)
    const hasCash = piles.sum(who) > 0
    const oldest = piles.pile(who).find(({ cents }) => cents > 0)
    const since = hasCash && oldest ? minute(oldest.age) : ''
    expect([row?.cents ?? 0, row?.since ?? '']).toEqual([piles.sum(who), since])
  }
  const received = new Map(piles.pile(office).map(({ parcel, cents }) => [parcel, cents]))
  for (const { id, cents } of parcels.filter(({ isCancelled }) => !isCancelled)) {
    const has = fold(sale, books.past(saleStream(id)) as Recorded<SaleEvent>[]).arrived
    expect([id, has]).toEqual([id, received.get(id) === cents])
  }
  expectAtTill(events, day)
  for (const check of auditChecks) expect(runCheck(check, events, at)).toEqual([])
}

/** Two parts of one parcel's cash are received together, while more of it has gone round between two drawers. */
const cashInACircle: [Extract<Action, { do: 'take' }>[], Action[]] = [
  [
    { do: 'take', by: 'amina', shillings: 1 },
    { do: 'take', by: 'juma', shillings: 1 },
  ],
  [
    { do: 'offer', by: 'amina', to: 'otieno', share: 1 },
    { do: 'accept', which: 0, share: 1, isTwice: false },
    { do: 'offer', by: 'amina', to: 'otieno', share: 1 },
    { do: 'accept', which: 0, share: 1, isTwice: false },
    { do: 'offer', by: 'amina', to: 'juma', share: 15 },
    { do: 'accept', which: 0, share: 86, isTwice: false },
    { do: 'offer', by: 'juma', to: 'amina', share: 54 },
    { do: 'accept', which: 0, share: 37, isTwice: false },
    { do: 'offer', by: 'amina', to: 'juma', share: 90 },
    { do: 'accept', which: 0, share: 56, isTwice: false },
    { do: 'take', by: 'otieno', shillings: 1 },
    { do: 'takeIn', by: 'otieno', share: 2 },
    { do: 'takeIn', by: 'juma', share: 27 },
  ],
]

test('whatever is taken, given back, offered, passed on, handed over, received, paid in and reversed: each pile, each parcel and the books agree', () => {
  let [passed, below, paidIn, tooMuch, cameBack] = [0, 0, 0, 0, 0]
  const count = ({ type, data }: Recorded<BookEvent>) => {
    if (type === 'PassedReceiptTakenBack' || type === 'CashArrivalTakenBack') cameBack += 1
    if (type !== 'CashPaidIn') return
    paidIn += 1
    if (data.paid > data.cents) tooMuch += 1
  }
  fc.assert(
    fc.property(fc.array(take, { minLength: 1, maxLength: 3 }), actions, (first, then) => {
      const all = [...first, ...then]
      const day = openDay()
      all.forEach((one, n) => {
        perform(day, one, n)
        expectAsInPiles(day)
        below += agents.filter((who) => day.piles.pile(who).some(({ cents }) => cents < 0)).length
      })
      for (const [n, by] of agents.entries()) perform(day, { do: 'handOver', by, share: 100 }, all.length + n)
      while (day.waiting.length > 0) perform(day, { do: 'receive' }, 0)
      day.books.followAgain()
      expectAsInPiles(day)
      const sold = day.parcels.filter(({ isCancelled }) => !isCancelled)
      const everywhere = [...agents, office].reduce((sum, who) => sum + day.piles.sum(who), 0)
      expect(everywhere).toBe(sold.reduce((sum, { cents }) => sum + cents, 0))
      passed += day.books.all().filter(({ type }) => type === 'PassedCashReceived').length
      for (const event of day.books.all()) count(event)
    }),
    { numRuns: 300, examples: [cashInACircle] },
  )
  expect(passed).toBeGreaterThan(50)
  expect(below).toBeGreaterThan(50)
  expect(paidIn).toBeGreaterThan(50)
  expect(tooMuch).toBeGreaterThan(10)
  expect(cameBack).toBeGreaterThan(10)
})
