// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { House } from '@tuma/kit/icons'
import { defineCatalogue, defineRemote, type RemoteModule, signedIn } from '@tuma/kit/runtime'
import { people, renderScreen } from '@tuma/kit/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'

const catalogue = defineCatalogue('menu test', { users: 'Users', profile: 'Profile', money: 'Money', paid: 'Paid' })
const remote: RemoteModule = defineRemote({
  catalogue,
  menu: [
    { to: '/Admin/users', label: 'users', icon: House },
    { to: '/Admin/profile', label: 'profile', icon: House },
  ],
  beneath: { title: 'money', menu: [{ to: '/Admin/paid', label: 'paid', icon: House }] },
  routes: [],
}) as never

/** jsdom has no layout: here an element changes its size when the test says so. */
class FakeResizeObserver {
  static readonly all = new Set<FakeResizeObserver>()
  readonly #tell: () => void
  readonly #observed = new Set<Element>()
  constructor(tell: () => void) {
    this.#tell = tell
    FakeResizeObserver.all.add(this)
  }
  observe = (element: Element) => void this.#observed.add(element)
  disconnect = () => this.#observed.clear()
  getTell(element: Element) {
    if (this.#observed.has(element)) this.#tell()
  }
}
const resize = (element: Element) => {
  for (const observer of FakeResizeObserver.all) observer.getTell(element)
}

/** What was scrolled to while it had a layout. */
let scrolledTo: (string | null)[]
beforeEach(() => {
  scrolledTo = []
  FakeResizeObserver.all.clear()
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    if (!this.closest('[hidden]')) scrolledTo.push(this.textContent)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (at: string, as = people.admin) => {
  const shown = renderScreen(
    <nav hidden>
      <div data-testid="box">
        <Menu remote={remote} name="Admin" />
      </div>
    </nav>,
    { as, at },
  )
  const box = screen.getByTestId('box')
  const show = () => {
    ;(box.parentElement as HTMLElement).hidden = false
    resize(box)
  }
  return { ...shown, box, entries: box.firstElementChild as Element, show }
}

test('a menu that is shown after its first effects is scrolled to the current entry', () => {
  const { show } = open('/Admin/paid')
  expect(scrolledTo).toEqual([])
  show()
  expect(scrolledTo).toEqual(['Paid'])
})

test('an entry that comes later is scrolled to', async () => {
  const { show, entries } = open('/Admin/paid', { ...people.admin, secondFactorNeeded: true } as never)
  show()
  expect(scrolledTo).toEqual([])
  signedIn(people.admin)
  await screen.findByRole('link', { name: 'Paid' })
  resize(entries)
  expect(scrolledTo).toEqual(['Paid'])
})

test.each(['wheel', 'pointerDown', 'keyDown', 'focusIn'] as const)(
  'after a %s in it the menu keeps its position until the path changes',
  async (action) => {
    const { show, box, entries, router } = open('/Admin/paid')
    show()
    fireEvent[action](screen.getByRole('link', { name: 'Users' }))
    resize(box)
    resize(entries)
    expect(scrolledTo).toEqual(['Paid'])
    await router.navigate('/Admin/users')
    const scrolledAfterResize = () => {
      resize(box)
      return scrolledTo
    }
    await expect.poll(scrolledAfterResize).toEqual(['Paid', 'Users'])
  },
)
