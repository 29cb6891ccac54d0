import type { screens } from './screens.ts'
import { heldParcel, troubledOfEachKind, waitingOfEachKind } from './troubled-parcels.ts'

/** The label of a control, in English and in Swahili: a picture is taken in both. */
type Named = readonly [english: string, swahili: string]

/**
 * A state of a screen that has no address of its own. `press` are buttons, links, tabs or choices, pressed one after
 * the other; `type` is typed before that. Of the calls, `waiting` ones get no answer, `failing` ones a refusal and
 * `answering` ones the given answer. A press must not change what the next picture shows.
 */
export type ScreenState = {
  /** The name of the picture. */
  readonly name: string
  readonly at: string
  readonly type?: readonly (readonly [field: Named, text: string])[]
  readonly press?: readonly Named[]
  readonly waiting?: RegExp
  readonly failing?: RegExp
  readonly answering?: readonly [call: RegExp, answer: unknown]
  readonly offline?: true
  /** It moves a parcel, so it is pictured in the first look only. */
  readonly once?: true
  /** For states that a desk does not have. */
  readonly onlyPhone?: true
}

const openMenu: Named = ['Open menu', 'Fungua menyu']
const editProfile: Named = ['Edit Profile', 'Hariri Wasifu']
const schedulePickup: Named = ['Schedule Pickup', 'Agiza Kichukuliwe']
const payOnDelivery: Named = ['Pay On Delivery', 'Lipa Kikifika']
const remove: Named = ['Delete', 'Futa']
const edit: Named = ['Edit', 'Hariri']

const more: Named = ['More about TM-0000-0000-0001', 'Zaidi kuhusu TM-0000-0000-0001']
const putOnHold: Named = ['Put on hold', 'Zuia kifurushi']
const shopDetails: Named = ['Shop details of Market', 'Maelezo ya duka la Market']

const day = { opens: '08:00', closes: '18:00' }
const shopsThatSay = [
  /api.admin.locations/,
  [
    {
      ...{ _id: 'l1', locationName: 'THIKA', pickupPoints: ['Market'], price: 250 },
      shops: [
        {
          ...{ name: 'Market', landmark: 'Opposite Equity Bank', closedDays: ['2099-12-25'], closedToday: true },
          hours: [day, day, day, day, day, { opens: '09:00', closes: '13:30' }, null],
        },
      ],
    },
  ],
] as const

const offered = { _id: 'o1', name: 'Amina Yusuf', cents: 4000_00, at: '2026-11-23T09:00:00.000Z' }
const passed = [
  { ...offered, _id: 'o2', given: true, counted: 3800_00 },
  { ...offered, _id: 'o3', given: false, counted: 4000_00 },
]
const colleagues = [
  { _id: 'a1', name: 'Amina Yusuf' },
  { _id: 'a2', name: 'Juma Ali' },
]
const cashOfColleague = [/cash.offers/, { toYou: [offered], yours: null, past: passed, colleagues }] as const
const asksForCash = { _id: 'r1', promptId: 'r1', cents: 1350_00, paidIn: null, state: 'waiting', at: offered.at }
const cashPaidIn = [/cash.pay-ins/, [asksForCash]] as const
const cashForColleague = [/cash.offers/, { toYou: [], yours: offered, past: [], colleagues }] as const

const listsBehind = [
  /api.admin.read-models/,
  {
    behind: [
      {
        service: 'delivery',
        view: 'customers-v3',
        position: 104_211,
        stoppedBy: { position: 104_212, event: 'DeliveryRequested', error: 'RangeError' },
      },
      {
        service: 'delivery',
        view: 'contacts-v4',
        position: 104_211,
        stoppedBy: { position: 104_212, event: null, error: null },
      },
      { service: 'revenue', view: 'days-v1', position: 77, stoppedBy: null },
    ],
    unanswered: ['notification'],
  },
] as const

const payment = {
  ...{ amount: 350, paidAt: '2026-11-20T06:30:00.000Z', evidence: ['message'], state: 'shown', doubt: null },
  ...{ letPass: false, paymentReference: 'PAY-123456', senderName: 'Wanjiku Kamau', usedBy: null, parcel: null },
  claimedAt: '2026-11-20T06:35:00.000Z',
} as const
const nobodys = { senderName: null, paymentReference: null, claimedAt: null }
const parcel = {
  usedBy: 'd1',
  parcel: { id: 'd1', deliveryType: 'doorstep', trackingId: 'TM-7K3M-Q2XV-90TB' },
} as const

/** One payment of each kind; in a demonstration only M-Pesa could make them. */
export const paymentsOfEachKind = [
  /api.admin.payments(\?|$)/,
  [
    {
      ...payment,
      ...parcel,
      _id: 'p1',
      receipt: 'UKN2BBBBB2',
      state: 'mismatched',
      doubt: 'other_till',
      amount: 12_350,
    },
    {
      ...payment,
      ...nobodys,
      _id: 'p2',
      receipt: 'UKN1AAAAA1',
      state: 'confirmed',
      evidence: ['prompt', 'confirmation'],
    },
    { ...payment, _id: 'p3', receipt: 'UKN6H7T3GA', state: 'overdue', doubt: 'overdue' },
    { ...payment, ...parcel, _id: 'p4', receipt: 'UKN3CCCCC3', state: 'reversed', letPass: true },
    { ...payment, ...parcel, _id: 'p5', receipt: 'UKN4DDDDD4', state: 'confirmed', evidence: ['message', 'statement'] },
    { ...payment, _id: 'p6', receipt: 'UKN5EEEEE5' },
  ],
] as const
const request = {
  ...{ _id: 'a1', kind: 'payout', subject: 'account:u1', cents: 2_950_000, name: 'Nywele Hair Supplies Limited' },
  ...{ phone: '254712345678', words: null, by: { id: 'u2', name: 'Baraka Mwita' }, at: '2026-11-21T06:00:00.000Z' },
  ...{ state: 'asked', until: '2026-11-22T06:00:00.000Z', decidedBy: null, decidedAt: null, reason: null },
  ...{ alone: false, own: false, mayNot: null },
}
const other = { id: 'u3', name: 'Achieng Njeri' }
const aboutUser = { cents: null, name: 'Wanjiku Kamau', words: '@wanjiku' }
const approvalsOfEachState = [
  /api.admin.approvals/,
  [
    request,
    { ...request, ...aboutUser, _id: 'a2', kind: 'make_admin', own: true, mayNot: { code: 'approval_own', day: null } },
    { ...request, _id: 'a3', kind: 'refund', mayNot: { code: 'approver_new', day: '2026-11-28' } },
    { ...request, _id: 'a4', kind: 'take_in', words: 'The agent says it was stolen', state: 'given', decidedBy: other },
    { ...request, ...aboutUser, _id: 'a5', kind: 'lift_second_factor', state: 'used', until: null, decidedBy: other },
    {
      ...request,
      _id: 'a6',
      kind: 'payee_number',
      state: 'declined',
      until: null,
      decidedBy: other,
      reason: 'Call her',
    },
    { ...request, _id: 'a7', state: 'used', until: null, alone: true },
  ],
] as const
const drawerOfTheGone = [
  /api.admin.books.drawers/,
  [{ _id: 'a9', name: null, cents: 1_210_000, awaiting: 0, since: '2026-11-20T06:30:00.000Z', parcels: [] }],
] as const

const changedNumber = [
  /api.client.money$/,
  {
    ...{ cents: 295_000, ready: 295_000 },
    payTo: {
      ...{ name: 'Wanjiku Kamau', phone: '254799666555' },
      ...{ changedAt: '2026-11-20T06:30:00.000Z', payableFrom: '2099-11-21T06:30:00.000Z' },
    },
  },
] as const

const moneyToLookAt = [
  /api.admin.attention/,
  {
    ...{ waiting: { count: 3, more: false }, due: { count: 4, more: false, amount: 1400 }, parked: 0, unsent: 1 },
    money: {
      doubted: { count: 2, more: false },
      unclaimed: { count: 1, more: false },
      unused: { count: 7, more: false },
      unchecked: { count: 0, more: false },
    },
  },
] as const
const waitingParcel = {
  ...{ _id: 'w1', trackingId: 'TM-7K3M-Q2XV-90TB', deliveryType: 'parcelDukani', pricingTier: null, paid: true },
  ...{ status: 'delivered', paymentMethod: 'payNow', paymentReferenceId: 'PAY-123456', parcelDescription: 'Two books' },
  ...{ deliveryFee: 250, productPrice: 0, totalAmount: 250, rider: null, picker: null, revision: 4 },
  sender: {
    ...{ name: 'Wanjiku Kamau', userName: 'wanjiku', phone: '254712345678', phoneNumber: '254712345678' },
    ...{ location: 'NAIROBI CBD', fromLocation: 'NAIROBI CBD', dropoffAgent: 'Moi Avenue Stationers' },
  },
  receiver: {
    ...{ name: 'Kiprop Cheruiyot', phone: '254722333444', phoneNumber: '254722333444', location: 'THIKA' },
    ...{ pickupLocation: null, pickupAddress: null, moreDetails: null, pickupAgent: 'Thika Arcade Bookshop' },
    ...{ productPaid: null, productPrice: null },
  },
  ...{ createdAt: '2026-11-10T06:00:00.000Z', updatedAt: '2026-11-17T06:00:00.000Z' },
}
const itsWay = [
  { status: 'dropping', at: '2026-11-10T06:00:00.000Z' },
  { status: 'uncollected', at: '2026-11-10T08:10:00.000Z' },
  { status: 'inTransit', at: '2026-11-11T05:30:00.000Z' },
  { status: 'delivered', at: '2026-11-12T09:45:00.000Z' },
]
const waiting = {
  ...{ since: '2026-11-12T09:45:00.000Z', until: '2026-11-22', asked: true, mayWait: true, longerUntil: '2026-11-29' },
}
const asked = { ...waitingParcel, waiting }
const held = {
  ...{ ...waitingParcel, held: ['damaged'], history: itsWay },
  remarks: [{ code: 'damaged', toSender: 'The box is open on one side.', at: '2026-11-13T07:00:00.000Z' }],
}
const goesBack = {
  ...{ ...waitingParcel, status: 'inTransit', leg: 'back' },
  history: [
    ...itsWay,
    { status: 'uncollected', at: '2026-11-22T06:00:00.000Z', leg: 'back' },
    { status: 'inTransit', at: '2026-11-22T11:00:00.000Z', leg: 'back' },
  ],
}
const lost = { ...waitingParcel, status: 'inTransit', outcome: 'lost', history: itsWay.slice(0, 3) }
/** The parcel as its followers see it. */
const tracked = ({ _id, sender, receiver, ...parcel }: typeof waitingParcel, more: object = {}) => ({
  ...parcel,
  sender: { name: 'Wanjiku K.', phone: '07** *** 678', location: 'NAIROBI CBD', shop: sender.dropoffAgent },
  receiver: { name: 'Kiprop C.', phone: '07** *** 444', location: 'THIKA', shop: receiver.pickupAgent },
  ...more,
})
const aParcel = '/Client/delivery/parcelDukani/w1'
const itsDetail = /api.deliveries.parcelDukani.w1/
const askedAbout = [/api.dukani.getall/, [asked]] as const
const fullDay = {
  ...{ total: 300, underWay: { count: 31, more: false, parcels: [waitingParcel] } },
  toBring: {
    ...{ count: 2, more: false },
    shops: [
      {
        ...{ location: 'NAIROBI CBD', address: 'Moi Avenue Stationers', count: 2, ids: ['w1', 'w2'] },
        parcels: [{ ...waitingParcel, status: 'dropping', history: itsWay.slice(0, 1) }],
      },
    ],
  },
  trouble: { count: 4, more: false, parcels: [asked, { ...held, _id: 'w2' }, { ...goesBack, _id: 'w3' }] },
  money: { ready: 11_400_00, atShops: 2_300_00, unconfirmed: 500_00, payout: { on: '2026-11-27', to: '07… 999' } },
}
const letItWait: Named = ['Let it wait until 29 Nov', 'Kiache kisubiri hadi 29 Nov']
const sendItBack: Named = ['Send it back to me', 'Kirudishe kwangu']
const trackedHere = '/trackDelivery?id={trackingId}'
const itsTracking = /api.agent.track/

const letPass: Named = ['Accept', 'Kubali']
const release: Named = ['Release', 'Achilia']
const toAccount: Named = ['Give to an account', 'Mpe mwenye akaunti']

/** Moments beside the screens (screens.ts), by who may see them; screenshots.ts pictures them too. */
export const screenStates: Record<keyof typeof screens, readonly ScreenState[]> = {
  nobody: [
    { name: 'menu', at: '/', press: [openMenu], onlyPhone: true },
    { name: 'offline', at: '/', offline: true },
    { name: 'login empty', at: '/login', press: [['Login', 'Ingia']] },
    { name: 'register empty', at: '/register', press: [['Sign Up', 'Jisajili']] },
    { name: 'track loading', at: '/trackDelivery?id={trackingId}', waiting: /api.agent.track/ },
    { name: 'track not found', at: '/trackDelivery?id=TM-0000-0000-0000' },
    { name: 'track failed', at: '/trackDelivery?id={trackingId}', failing: /api.agent.track/ },
    {
      name: 'track waiting',
      at: trackedHere,
      answering: [
        itsTracking,
        tracked(waitingParcel, {
          ...{ history: itsWay, waitsUntil: '2026-11-22' },
          shop: { name: 'Thika Arcade Bookshop', place: 'THIKA' },
        }),
      ],
    },
    {
      name: 'track going back',
      at: trackedHere,
      answering: [
        itsTracking,
        tracked(goesBack, { shop: { name: 'Moi Avenue Stationers', place: 'NAIROBI CBD' }, held: true }),
      ],
    },
    { name: 'track lost', at: trackedHere, answering: [itsTracking, tracked(lost)] },
    { name: 'door-step empty', at: '/send-parcel/door-step', press: [payOnDelivery, schedulePickup] },
    { name: 'door-step without places', at: '/send-parcel/door-step', failing: /api.(admin.)?locations/ },
    { name: 'checkout without till', at: '/checkout', failing: /api.contact/ },
    {
      name: 'checkout refused',
      at: '/checkout',
      type: [
        [['Full name', 'Jina kamili'], 'Nafula Simiyu'],
        [['M-Pesa Message', 'Ujumbe wa M-Pesa'], 'Hello'],
      ],
      press: [['Verify Payment', 'Thibitisha Malipo']],
    },
  ],
  'client@tuma.test': [
    {
      name: 'another payout number',
      at: '/Client/money',
      answering: changedNumber,
    },
    {
      name: 'payout number',
      at: '/Client/money',
      press: [['Change number', 'Badilisha nambari']],
    },
    { name: 'menu', at: '/Client', press: [openMenu], onlyPhone: true },
    { name: 'account menu', at: '/Client', press: [['Hi, wanjiku', 'Habari, wanjiku']] },
    {
      name: 'logout failed',
      at: '/Client',
      failing: /api.users.logout/,
      press: [
        ['Hi, wanjiku', 'Habari, wanjiku'],
        ['Logout', 'Toka'],
      ],
    },
    { name: 'people sent to', at: '/Client/send-parcel/parcel-dukani', press: [['All contacts', 'Watu wote']] },
    { name: 'dashboard loading', at: '/Client', waiting: /api.deliveries.(countAll|status)/ },
    { name: 'dashboard failed', at: '/Client', failing: /api.deliveries.(countAll|status)/ },
    { name: 'dashboard offline', at: '/Client', offline: true },
    { name: 'deliveries loading', at: '/Client/delivery-history', waiting: /api.\w+.getall/ },
    { name: 'deliveries failed', at: '/Client/delivery-history', failing: /api.\w+.getall/ },
    { name: 'deliveries empty', at: '/Client/delivery-history', answering: [/api.\w+.getall/, []] },
    { name: 'deliveries not found', at: '/Client/delivery-history', type: [[['Search', 'Tafuta'], 'TM-XYZ']] },
    {
      name: 'deliveries by phone',
      at: '/Client/delivery-history?by=phone',
      type: [[['Search', 'Tafuta'], '070010']],
    },
    { name: 'a full day', at: '/Client', answering: [/api.client.today/, fullDay] },
    { name: 'day failed', at: '/Client', failing: /api.client.today/ },
    { name: 'asked', at: '/Client/delivery-history', answering: askedAbout },
    { name: 'asked', at: aParcel, answering: [itsDetail, { ...asked, history: itsWay }] },
    {
      name: 'let it wait',
      at: aParcel,
      answering: [itsDetail, { ...asked, history: itsWay }],
      press: [letItWait],
    },
    {
      name: 'send it back',
      at: aParcel,
      answering: [itsDetail, { ...asked, history: itsWay }],
      press: [sendItBack],
    },
    { name: 'held', at: aParcel, answering: [itsDetail, held] },
    { name: 'going back', at: aParcel, answering: [itsDetail, goesBack] },
    { name: 'lost', at: aParcel, answering: [itsDetail, lost] },
    {
      name: "receiver's number",
      at: aParcel,
      answering: [itsDetail, held],
      press: [["Receiver's new number", 'Nambari mpya ya mpokeaji']],
    },
    { name: 'delivery loading', at: '/Client/delivery/{delivery}', waiting: /api.deliveries.doorstep/ },
    { name: 'delivery not there', at: '/Client/delivery/doorstep/nowhere' },
    { name: 'door-step empty', at: '/Client/send-parcel/door-step', press: [payOnDelivery, schedulePickup] },
    { name: 'contact empty', at: '/Client/contact', press: [['Send message', 'Tuma ujumbe']] },
    { name: 'contact without address', at: '/Client/contact', failing: /api.contact/ },
    {
      name: 'contact sending',
      at: '/Client/contact',
      type: [[['Message', 'Ujumbe'], 'Where is my parcel?']],
      waiting: /api.support.messages/,
      press: [['Send message', 'Tuma ujumbe']],
    },
    { name: 'edit profile', at: '/Client/profile', press: [editProfile] },
    {
      name: 'edit profile wrong',
      at: '/Client/profile',
      press: [editProfile, ['Save Changes', 'Hifadhi Mabadiliko']],
      failing: /api.users.updateuser/,
    },
    {
      name: 'toast',
      at: '/Client/profile',
      press: [editProfile, ['Save Changes', 'Hifadhi Mabadiliko']],
    },
  ],
  'agent.cbd@tuma.test': [
    { name: 'menu', at: '/Agent', press: [openMenu], onlyPhone: true },
    { name: 'dashboard loading', at: '/Agent', waiting: /api.agent.counts/ },
    { name: 'dashboard failed', at: '/Agent', failing: /api.agent.counts/ },
    { name: 'scan', at: '/Agent', press: [['Scan with the camera', 'Skani kwa kamera']] },
    { name: 'list loading', at: '/Agent/uncollected', waiting: /api.agent.dropping/ },
    { name: 'list failed', at: '/Agent/uncollected', failing: /api.agent.dropping/ },
    { name: 'list empty', at: '/Agent/uncollected', answering: [/api.agent.dropping/, []] },
    { name: 'offline', at: '/Agent/uncollected', offline: true },
    {
      name: 'step failed',
      at: '/Agent/uncollected',
      failing: /api.agent.update-status/,
      press: [['Dropped', 'Kimeletwa dukani']],
    },
    { name: 'rider', at: '/Agent/uncollected?tab=dropped', press: [['Assign Rider', 'Mpe Rider']] },
    {
      name: 'no riders',
      at: '/Agent/uncollected?tab=dropped',
      answering: [/api.admin.all$/, []],
      press: [['Assign Rider', 'Mpe Rider']],
    },
    {
      name: 'collected now',
      at: '/Agent/received?tab=delivered',
      press: [
        ['Hand over', 'Kabidhi'],
        ['Assign Picker', 'Andika Mchukuaji'],
      ],
      once: true,
    },
    { name: 'picker', at: '/Agent/received?tab=collected', press: [['Assign Picker', 'Andika Mchukuaji']] },
    { name: 'waiting of each kind', at: '/Agent/waiting', answering: waitingOfEachKind },
    { name: 'waiting loading', at: '/Agent/waiting', waiting: /api.agent.waiting/ },
    { name: 'waiting failed', at: '/Agent/waiting', failing: /api.agent.waiting/ },
    { name: 'waiting empty', at: '/Agent/waiting', answering: [/api.agent.waiting/, []] },
    { name: 'hand over', at: '/Agent/waiting', answering: waitingOfEachKind, press: [['Hand over', 'Kabidhi']] },
    { name: 'more', at: '/Agent/waiting', answering: waitingOfEachKind, press: [more] },
    { name: 'hold', at: '/Agent/waiting', answering: waitingOfEachKind, press: [more, putOnHold] },
    {
      name: 'hold for nothing',
      at: '/Agent/waiting',
      answering: waitingOfEachKind,
      press: [more, putOnHold, ['Put on hold', 'Zuia']],
    },
    { name: 'held, back and lost', at: '/Agent/uncollected?tab=dropped', answering: troubledOfEachKind },
    { name: 'held', at: '/Agent/delivery/parcelDukani/d2', answering: heldParcel },
    {
      name: 'lift',
      at: '/Agent/delivery/parcelDukani/d2',
      answering: heldParcel,
      press: [['Release', 'Achilia']],
    },
    { name: 'several', at: '/Agent/uncollected?tab=dropped', press: [['Select several', 'Chagua kadhaa']] },
    {
      name: 'found',
      at: '/Agent/find',
      type: [[['Find a parcel', 'Tafuta kifurushi'], 'wanjiku']],
      press: [['Find', 'Tafuta']],
    },
    { name: 'label', at: '/Agent/delivery/{delivery}', press: [['Print label', 'Chapisha lebo']] },
    { name: 'money', at: '/Agent/received', press: [['Delivered', 'Kimefika']] },
    { name: 'paid not found', at: '/Agent/paid', answering: [/api.agent.paid-parcels/, []] },
    { name: 'cash of a colleague', at: '/Agent', answering: cashOfColleague },
    { name: 'cash of a colleague', at: '/Agent/cash', answering: cashOfColleague, press: [['Accept', 'Kubali']] },
    { name: 'cash for a colleague', at: '/Agent/cash', answering: cashForColleague },
    { name: 'cash that is paid in', at: '/Agent/cash', answering: cashPaidIn },
    { name: 'customers loading', at: '/Agent/customers', waiting: /api.agent.customers/ },
    { name: 'edit profile', at: '/Agent/profile', press: [editProfile] },
    { name: 'toast', at: '/Agent/profile', press: [editProfile, ['Save Changes', 'Hifadhi Mabadiliko']] },
  ],
  'admin@tuma.test': [
    { name: 'menu', at: '/admin', press: [openMenu], onlyPhone: true },
    { name: 'dashboard loading', at: '/admin', waiting: /api.admin.revenue/ },
    { name: 'dashboard failed', at: '/admin', failing: /api.admin.revenue/ },
    { name: 'correct a rider', at: '/Admin/riders', press: [edit] },
    { name: 'problems loading', at: '/Admin/problems', waiting: /api.admin.problems/ },
    { name: 'problems failed', at: '/Admin/problems', failing: /api.admin.problems/ },
    { name: 'new codes', at: '/Admin/problems', press: [['New codes for all', 'Code mpya kwa vyote']] },
    { name: 'hold a parcel', at: '/Admin/delivery/{delivery}', press: [['Put on hold', 'Zuia']] },
    {
      name: 'another phone',
      at: '/Admin/delivery/{delivery}',
      press: [["Change receiver's phone", 'Badilisha simu ya mpokeaji']],
    },
    { name: 'lists behind', at: '/Admin/system', answering: listsBehind },
    { name: 'lists behind', at: '/admin', answering: listsBehind },
    { name: 'money to look at', at: '/admin', answering: moneyToLookAt },
    {
      name: 'take in',
      at: '/Admin/books?tab=drawers',
      answering: drawerOfTheGone,
      press: [['Take cash in, A deleted account', 'Pokea pesa, Akaunti iliyofutwa']],
    },
    { name: 'approvals of each state', at: '/Admin/approvals?tab=all', answering: approvalsOfEachState },
    { name: 'payments of each kind', at: '/Admin/payments', answering: paymentsOfEachKind },
    { name: 'payments empty', at: '/Admin/payments?tab=doubted', answering: [/api.admin.payments(\?|$)/, []] },
    { name: 'payments loading', at: '/Admin/payments', waiting: /api.admin.payments/ },
    { name: 'payments failed', at: '/Admin/payments', failing: /api.admin.payments/ },
    { name: 'let pass', at: '/Admin/payments', answering: paymentsOfEachKind, press: [letPass] },
    { name: 'release', at: '/Admin/payments', answering: paymentsOfEachKind, press: [release] },
    { name: 'release empty', at: '/Admin/payments', answering: paymentsOfEachKind, press: [release, release] },
    { name: 'give to an account', at: '/Admin/payments', answering: paymentsOfEachKind, press: [toAccount] },
    { name: 'history of a payment', at: '/Admin/payments', press: [['History', 'Historia']] },
    { name: 'add agent', at: '/admin/agents', press: [['Add Agent', 'Ongeza Wakala']] },
    { name: 'edit agent', at: '/admin/agents', press: [edit] },
    { name: 'delete agent', at: '/admin/agents', press: [remove] },
    { name: 'agents failed', at: '/admin/agents', failing: /api.admin.agents/ },
    { name: 'change role', at: '/admin/users', press: [['Change Role', 'Badilisha Jukumu']] },
    { name: 'users empty', at: '/admin/users', answering: [/api.admin.users/, []] },
    { name: 'users loading', at: '/admin/users', waiting: /api.admin.users/ },
    { name: 'edit status', at: '/admin/deliveries', press: [edit] },
    { name: 'delete delivery', at: '/admin/deliveries', press: [remove] },
    { name: 'deliveries empty', at: '/admin/deliveries', answering: [/api.admin.deliveries(\?|$)/, []] },
    { name: 'deliveries offline', at: '/admin/deliveries', offline: true },
    { name: 'delete rider', at: '/admin/riders', press: [remove] },
    { name: 'find anything', at: '/admin/riders', press: [['Find anything', 'Tafuta chochote']] },
    { name: 'all that match', at: '/admin/marketing', press: [['All that match', 'Wote wanaolingana']] },
    { name: 'edit location', at: '/admin/location', press: [edit] },
    { name: 'edit shop', at: '/admin/location', press: [edit, shopDetails], answering: shopsThatSay },
    { name: 'add destination', at: '/admin/location', press: [['Add Destination', 'Ongeza Mahali']] },
    { name: 'add location empty', at: '/admin/location/add-location', press: [['Add Location', 'Ongeza Eneo']] },
    { name: 'toast', at: '/admin/profile', press: [editProfile, ['Save Changes', 'Hifadhi Mabadiliko']] },
  ],
}
