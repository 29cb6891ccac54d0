// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { contract, type OwnUser } from '@tuma/contracts/api'
import { House } from '@tuma/kit/icons'
import {
  api,
  chooseLanguage,
  createMemoryRouter,
  defineCatalogue,
  defineRemote,
  lazyScreen,
  type RemoteModule,
  useQuery,
} from '@tuma/kit/runtime'
import { fakeApi, people, renderRouter, watchHeadings } from '@tuma/kit/testing'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildRoutes } from './app.tsx'
import type { RemoteEntry } from './remote-list.ts'
import { type Federation, Remotes } from './remotes.ts'

const entry = (area: string, basePath: string, role: RemoteEntry['role'] = null): RemoteEntry => ({
  name: `tuma_${area}`,
  area,
  basePath,
  role,
  title: area,
  integrity: { [`/remotes/${area}/assets/remoteEntry.00000001.js`]: 'sha384-1' },
})
const list = [
  entry('public', '/'),
  entry('agent', '/Agent', 'agent'),
  entry('client', '/Client', 'user'),
  entry('admin', '/Admin', 'admin'),
]

const catalogue = defineCatalogue(
  'trial',
  {
    area: 'Agent',
    home: 'Dashboard',
    paid: 'Paid',
    profile: 'Profile',
    money: 'Money',
    riders: 'Riders',
    deliveries: 'Deliveries',
  },
  async () => ({ default: { area: 'Wakala' } }) as never,
)
let broken = false
const Fragile = () => {
  if (broken) throw new Error('a remote that throws')
  return <h1>Agent dashboard</h1>
}
const RidersList = () => <p>{useQuery(api.agent.riders.queryOptions()).data?.map(({ name }) => name)}</p>
const modules: Record<string, RemoteModule> = {
  tuma_public: defineRemote({ catalogue, menu: [], routes: [{ index: true, element: <h1>Landing</h1> }] }) as never,
  tuma_agent: defineRemote({
    catalogue,
    title: 'area',
    menu: [
      { to: '/Agent', label: 'home', icon: House, end: true, onBar: true },
      { to: '/Agent/paid', label: 'paid', icon: House, also: ['/Agent/delivery'], onBar: true },
      { to: '/Agent/profile', label: 'profile', icon: House, onBar: true },
      { to: '/Agent/all-deliveries', label: 'deliveries', icon: House },
    ],
    beneath: { title: 'money', menu: [{ to: '/Agent/mine', label: 'riders', icon: House, onBar: true }] },
    routes: [
      { index: true, element: <Fragile /> },
      { path: 'paid', element: <h1>Paid deliveries</h1> },
      { path: 'riders', element: <RidersList /> },
      { path: 'delivery/:type/:id', element: <h1>A parcel</h1> },
    ],
  }) as never,
  tuma_admin: defineRemote({
    catalogue,
    title: 'area',
    menu: [
      { to: '/Admin/users', label: 'home', icon: House },
      { to: '/Admin/profile', label: 'profile', icon: House },
    ],
    beneath: { title: 'money', menu: [{ to: '/Admin/paid', label: 'paid', icon: House }] },
    routes: [
      { path: 'users', element: <h1>Users</h1> },
      { path: 'paid', element: <h1>Payments</h1> },
      { path: 'profile', element: <h1>My profile</h1> },
    ],
  }) as never,
}

/** Late enough that the session is known first. */
const layoutMs = 100
vi.mock('./signed-in-layout.tsx', async (load) => {
  await new Promise((resolve) => setTimeout(resolve, layoutMs))
  return load()
})

/** A federation whose remotes come, fail or hang as the test says. */
class Trial implements Federation {
  register = vi.fn()
  askAgain = vi.fn(async () => list)
  how: 'comes' | 'fails' | 'hangs' = 'comes'
  load = vi.fn(async (remote: RemoteEntry): Promise<RemoteModule> => {
    if (this.how === 'hangs') return new Promise(() => {})
    const module = modules[remote.name]
    if (this.how === 'fails' || !module) throw new Error('Failed to get manifest')
    return module
  })
}

let federation = new Trial()
const patienceMs = 50
const open = (at: string, as?: OwnUser) =>
  renderRouter(
    createMemoryRouter(buildRoutes(list, new Remotes(list, federation, patienceMs)), { initialEntries: [at] }),
    as,
  )

beforeEach(() => {
  federation = new Trial()
  broken = false
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => chooseLanguage('en'))
})

/** The bar at the foot of a phone has some of its entries again. */
const inMenu = async (name: string): Promise<HTMLElement> =>
  within(await screen.findByRole('navigation', { name: 'Menu' })).findByRole('link', { name })

const unavailable = 'This area is unavailable right now.'

const getHeading = (name: string) => screen.findByRole('heading', { level: 1, name })
const isBusy = (heading: HTMLElement): boolean => heading.closest('[aria-busy="true"]') !== null

// First in this file: the layout of the signed-in areas is loaded once.
test('the page has one h1 from its first content to its last screen', async () => {
  const answer = fakeApi().hold(contract.users.me, people.agent)
  const remote = Promise.withResolvers<RemoteModule>()
  const cash = Promise.withResolvers<() => ReactNode>()
  const { routes, ...agent } = modules.tuma_agent as RemoteModule
  const Cash = lazyScreen(() => cash.promise)
  federation.load.mockImplementation(
    async ({ name }) => (name === 'tuma_agent' ? remote.promise : modules[name]) as never,
  )
  const stop = watchHeadings()
  const { router } = renderRouter(
    createMemoryRouter(buildRoutes(list, new Remotes(list, federation)), { initialEntries: ['/Agent/cash'] }),
  )
  expect(isBusy(await getHeading('Protected Loading...'))).toBe(true)
  answer()
  expect(isBusy(await getHeading('Loading…'))).toBe(true)
  await screen.findByText('Hi, otieno')
  expect(isBusy(await getHeading('Loading…'))).toBe(true)
  remote.resolve({ ...agent, routes: [...routes, { path: 'cash', element: <Cash /> }] })
  await inMenu('Paid')
  expect(isBusy(await getHeading('Loading…'))).toBe(true)
  cash.resolve(() => <h1>Cash with you</h1>)
  expect(isBusy(await getHeading('Cash with you'))).toBe(false)
  await router.navigate('/Agent/nowhere')
  await getHeading('We could not find this page.')
  await router.navigate('/')
  await getHeading('Landing')
  expect(stop()).toEqual([])
})

test('the page has one h1 when its remote fails and is loaded again', async () => {
  federation.how = 'fails'
  const stop = watchHeadings()
  const { person } = open('/')
  await getHeading(unavailable)
  federation.how = 'comes'
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await getHeading('Landing')
  expect(stop()).toEqual([])
})

test('a page that is broken as a whole says so in its h1', async () => {
  const broken = {
    load: () => {
      throw new Error('a shell that throws')
    },
  }
  renderRouter(createMemoryRouter(buildRoutes(list, broken as never), { initialEntries: ['/'] }))
  const heading = await getHeading('Something went wrong on our side.')
  expect(screen.getByRole('main').contains(heading)).toBe(true)
})

test.each(['/Agent/paid', '/agent/paid', '/AGENT/PAID/'])('%s opens the same screen', async (address) => {
  open(address, people.agent)
  expect(await screen.findByRole('heading', { name: 'Paid deliveries' })).toBeTruthy()
})

test("a signed-in area has the remote's menu, marks the current entry and greets by username", async () => {
  open('/Agent/paid', people.agent)
  expect((await inMenu('Paid')).getAttribute('aria-current')).toBe('page')
  expect((await inMenu('Dashboard')).getAttribute('aria-current')).toBeNull()
  expect(screen.getByText('Hi, otieno')).toBeTruthy()
})

const marked = (place: HTMLElement): string[] =>
  within(place)
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map(({ textContent }) => textContent ?? '')

test("the menu shows a parcel's page below the list that it was chosen from", async () => {
  open('/agent/delivery/dukani/7', people.agent)
  await screen.findByRole('heading', { name: 'A parcel' })
  expect(marked(await screen.findByRole('navigation', { name: 'Menu' }))).toEqual(['Paid'])
})

test('on a phone the main pages are at the foot of the screen, with the menu beside them', async () => {
  const { person } = open('/Agent/paid', people.agent)
  const bar = await screen.findByRole('navigation', { name: 'Main pages' })
  expect(marked(bar)).toEqual(['Paid'])
  await person.click(within(bar).getByRole('link', { name: 'Dashboard' }))
  expect(await screen.findByRole('heading', { name: 'Agent dashboard' })).toBeTruthy()
  expect(within(bar).queryByRole('link', { name: 'Deliveries' })).toBeNull()
})

test('a screen without a place at the foot marks the area’s home there, and the profile comes last', async () => {
  open('/Agent/riders', people.agent)
  const bar = await screen.findByRole('navigation', { name: 'Main pages' })
  expect(marked(bar)).toEqual(['Dashboard'])
  expect(marked(screen.getByRole('navigation', { name: 'Menu' }).querySelector('ul') as HTMLElement)).toEqual([])
  expect(
    within(bar)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dashboard', 'Paid', 'Riders', 'Profile'])
})

test('when the session cannot be loaded, the home link, the language and the theme stay above the message', async () => {
  fakeApi().fail(contract.users.me)
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'tuma_signed_in=yes'
  open('/Agent')
  await screen.findByText('We cannot check who you are right now.')
  const top = within(screen.getByRole('banner'))
  expect(top.getByRole('link', { name: 'Tuma' }).getAttribute('href')).toBe('/')
  expect(top.getByRole('button', { name: 'Kiswahili' })).toBeTruthy()
})

test('where an address leads nowhere, the ways on are there', async () => {
  open('/nowhere')
  await screen.findByText('We could not find this page.')
  expect(screen.getAllByRole('link', { name: /Home/ })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Kiswahili' })).toBeTruthy()
  const ways = within(screen.getByRole('navigation', { name: 'Menu' })).getAllByRole('link')
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/send-parcel', '/trackDelivery', '/login'])
  expect(screen.getByRole('textbox', { name: 'Tracking ID' }).closest('form')?.getAttribute('action')).toBe(
    '/trackDelivery',
  )
})

test('who must set up a second factor first finds that in the menu, and nothing else', async () => {
  open('/Admin/users', { ...people.admin, secondFactorNeeded: true })
  await screen.findByRole('heading', { name: 'My profile' })
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Profile'])
  expect(menu.queryByText('Money')).toBeNull()
})

test('rarely used pages are below the menu under their own title, and are marked as well', async () => {
  open('/Admin/paid', people.admin)
  await screen.findByRole('heading', { name: 'Payments' })
  const menu = await screen.findByRole('navigation', { name: 'Menu' })
  expect(within(menu).getByRole('list', { name: 'Money' }).textContent).toBe('Paid')
  expect(marked(menu)).toEqual(['Paid'])
})

test('a public page has no sidebar', async () => {
  open('/')
  await screen.findByText('Landing')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('an address that no remote has says so', async () => {
  open('/Agent/nowhere', people.agent)
  expect(await screen.findByText('We could not find this page.')).toBeTruthy()
})

test.each(['fails', 'hangs'] as const)(
  'a remote that %s leaves the frame alive and comes back with Try Again',
  async (how) => {
    federation.how = how
    const { person } = open('/Agent', people.agent)
    await screen.findByText(unavailable)
    expect(screen.getByText('Hi, otieno')).toBeTruthy()
    federation.how = 'comes'
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Agent dashboard')).toBeTruthy()
    expect(await inMenu('Paid')).toBeTruthy()
  },
)

test('a remote that is too late is not waited for a second time', async () => {
  federation.how = 'hangs'
  open('/Agent', people.agent)
  await screen.findByText(unavailable)
  expect(federation.load).toHaveBeenCalledTimes(1)
  expect(federation.askAgain).not.toHaveBeenCalled()
})

test('a remote that throws takes down its screen only: its menu leads on, and Try Again draws it again', async () => {
  broken = true
  const { person } = open('/Agent', people.agent)
  await screen.findByText(unavailable)
  await person.click(await inMenu('Paid'))
  await screen.findByText('Paid deliveries')
  await person.click(await inMenu('Dashboard'))
  await screen.findByText(unavailable)
  broken = false
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Agent dashboard')).toBeTruthy()
})

test('one area down does not touch another', async () => {
  federation.load.mockImplementation(async (remote) => {
    const module = modules[remote.name]
    if (remote.area === 'agent' || !module) throw new Error('down')
    return module
  })
  const { router } = open('/Agent', people.agent)
  await screen.findByText(unavailable)
  await router.navigate('/')
  expect(await screen.findByText('Landing')).toBeTruthy()
})

test('a remote that was rolled out after the page was opened is found by asking for the list again', async () => {
  const next = { '/remotes/agent/assets/remoteEntry.00000002.js': 'sha384-2' }
  const moved = { ...entry('agent', '/Agent', 'agent'), integrity: next }
  federation.askAgain.mockResolvedValue([moved])
  federation.load.mockImplementation(async (remote) => {
    if (remote !== moved) throw new Error('gone')
    return modules.tuma_agent as RemoteModule
  })
  open('/Agent', people.agent)
  expect(await screen.findByText('Agent dashboard')).toBeTruthy()
  expect(federation.register).toHaveBeenLastCalledWith([moved])
})

test('after a change of screen its title is announced and the focus is at the content', async () => {
  const { router } = open('/Agent', people.agent)
  await screen.findByText('Agent dashboard')
  await router.navigate('/Agent/nowhere')
  await vi.waitFor(
    () =>
      expect(document.querySelector('[aria-live="polite"].t-hidden')?.textContent).toBe(
        'We could not find this page. · Tuma',
      ),
    60_000,
  )
  expect(document.activeElement).toBe(document.getElementById('main'))
})

test('when what was pressed goes away, the focus stays at its content', async () => {
  broken = true
  const { person } = open('/Agent', people.agent)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  broken = false
  again.focus()
  await person.keyboard('{Enter}')
  await screen.findByText('Agent dashboard')
  await vi.waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')), 60_000)
})

test('Escape closes the menu of small screens and leaves the focus at its button', async () => {
  const { person } = open('/Agent', people.agent)
  await person.click(await screen.findByRole('button', { name: 'Open menu' }))
  const paid = await inMenu('Paid')
  paid.focus()
  await person.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
})

test('Logout asks the server, forgets what was typed into forms, then leaves for /login', async () => {
  sessionStorage.setItem('tuma.draft.dukani.otieno', '{"receiver":{"name":"Akinyi Atieno"}}')
  sessionStorage.setItem('tuma.draft.checkout', '{}')
  sessionStorage.setItem('something else', 'stays')
  const server = fakeApi().answer(contract.users.logout, { message: 'Logged out' })
  const { person, router } = open('/Agent', people.agent)
  await person.click(await screen.findByText('Hi, otieno'))
  await person.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'), 60_000)
  expect(server.received(contract.users.logout)).toHaveLength(1)
  expect(Object.keys(sessionStorage)).toEqual(['something else'])
  sessionStorage.clear()
})

test('an area may ask before a logout, and no keeps the person signed in', async () => {
  const server = fakeApi().answer(contract.users.logout, { message: 'Logged out' })
  const beforeLogout = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const agents = modules.tuma_agent as RemoteModule
  modules.tuma_agent = { ...agents, beforeLogout }
  const { person, router } = open('/Agent', people.agent)
  const logOut = async () => {
    await person.click(await screen.findByText('Hi, otieno'))
    await person.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  }
  await logOut()
  await vi.waitFor(() => expect(beforeLogout).toHaveBeenCalledTimes(1), 60_000)
  expect(server.received(contract.users.logout)).toEqual([])
  await logOut()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'), 60_000)
  expect(server.received(contract.users.logout)).toHaveLength(1)
  modules.tuma_agent = agents
})

test('a failed logout shows our own alert and ends no session', async () => {
  fakeApi().fail(contract.users.logout)
  const { person } = open('/Agent', people.agent)
  await person.click(await screen.findByText('Hi, otieno'))
  await person.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByRole('alertdialog', { name: 'Error logging out. Please try again.' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.getByText('Hi, otieno')).toBeTruthy()
})

test('offline is said for as long as it lasts, and what was asked meanwhile is answered when the network is back', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get')
  const goes = (event: 'offline' | 'online') => {
    network.mockReturnValue(event === 'online')
    window.dispatchEvent(new Event(event))
  }
  const said = 'No internet. We will continue when you are back online.'
  const server = fakeApi().answer(contract.agent.riders, [{ _id: 'r1', name: 'Kimani Njoroge', phone: '254733345678' }])
  const { router } = open('/Agent', people.agent)
  await screen.findByText('Agent dashboard')
  expect(screen.queryByText(said)).toBeNull()
  goes('offline')
  expect(await screen.findByText(said)).toBeTruthy()
  await router.navigate('/Agent/riders')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.received(contract.agent.riders)).toEqual([])
  goes('online')
  expect(await screen.findByText('Kimani Njoroge')).toBeTruthy()
  expect(screen.queryByText(said)).toBeNull()
})

test('the top bar changes the language, which is remembered', async () => {
  const { person } = open('/Agent', people.agent)
  await person.click(await screen.findByRole('button', { name: 'Kiswahili' }))
  expect(await screen.findByText('Habari, otieno')).toBeTruthy()
  expect(await screen.findByText('Wakala')).toBeTruthy()
  expect(document.documentElement.lang).toBe('sw')
  expect(localStorage.getItem('tuma.language')).toBe('sw')
})

test('what has come before it is known who is looking is shown at once, and nothing in its place', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'tuma_signed_in=yes'
  const answer = fakeApi().hold(contract.users.me, people.agent)
  open('/Agent')
  await screen.findByText('Protected Loading...')
  await Promise.all([federation.load.mock.results[0]?.value, import('./signed-in-layout.tsx')])
  const drawn: string[] = []
  const look = (changes: MutationRecord[]): void => {
    for (const { addedNodes } of changes) for (const node of addedNodes) drawn.push((node as Element).outerHTML ?? '')
  }
  const watching = new MutationObserver(look)
  watching.observe(document.body, { childList: true, subtree: true })
  answer()
  await screen.findByRole('heading', { name: 'Agent dashboard' })
  look(watching.takeRecords())
  watching.disconnect()
  expect(drawn.filter((html) => html.includes('aria-busy') || html.includes('t-skeleton'))).toEqual([])
})
