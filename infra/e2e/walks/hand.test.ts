import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import type { Seen } from './faults.ts'
import { handAt } from './hand.ts'

/** A page of one screen, of which only what a hand asks for is there. */
const pageThatShows = (seen: Partial<Seen>) => {
  const done: string[] = []
  const nothing: Seen = {
    ...{ width: 360, height: 740, sideways: 0, above: 0, below: 0 },
    ...{ pressable: [], headings: [], toasts: [], stuck: [], cut: [] },
  }
  const page = {
    url: () => 'http://tuma.test/Agent/delivery/doorstep/7f9c',
    viewportSize: () => ({ width: 360, height: 740 }),
    goto: async (path: string) => void done.push(`open ${path}`),
    evaluate: async () => ({ ...nothing, ...seen }),
  }
  /** `away` is how far it is to be scrolled to; `covers` what lies over it, and what still does once it is scrolled out. */
  const target = (away = 0, ...covers: (string | null)[]) =>
    ({
      waitFor: async () => undefined,
      evaluate: async (_: unknown, block?: string) => (block === undefined ? (covers.shift() ?? null) : away),
      click: async () => void done.push('click'),
      fill: async (text: string) => void done.push(`fill ${text}`),
      selectOption: async (option: string) => void done.push(`select ${option}`),
    }) as unknown as Locator
  return { hand: handAt(page as unknown as Page), target, done }
}

test('what a hand does is done to the page, and counted', async () => {
  const { hand, target, done } = pageThatShows({})
  await hand.open('/Agent')
  await hand.tap(target(370))
  await hand.type(target(), 'Naliaka')
  await hand.choose(target(370), 'THIKA')
  await hand.paste(target(), 'an M-Pesa message')
  await hand.see(target(74))
  expect(done).toEqual(['open /Agent', 'click', 'fill Naliaka', 'select THIKA', 'fill an M-Pesa message'])
  const { effort } = hand.walked()
  expect({ ...effort, screens: effort.screens.toFixed(1) }).toEqual({
    ...{ taps: 6, fields: 3, keys: 7, pastes: 1, screens: '1.1' },
  })
})

test('what is wrong on the way is told with its place, once', async () => {
  const { hand, target } = pageThatShows({ sideways: 8 })
  await hand.see(target())
  await hand.tap(target())
  expect(hand.walked().faults).toEqual(['scrolls sideways by 8 px, at /Agent/delivery/doorstep/…'])
})

test('what is covered is told, scrolled out from under it, and pressed', async () => {
  const { hand, target, done } = pageThatShows({})
  await hand.tap(target(148, 'AGENT'))
  expect(hand.walked().faults).toEqual(['“AGENT” lies over what is pressed, at /Agent/delivery/doorstep/…'])
  expect(hand.walked().effort.screens.toFixed(1)).toBe('0.4')
  expect(done).toEqual(['click'])
})

test('what is scrolled out from under a toast is no fault; what a toast stays on is', async () => {
  const { hand, target } = pageThatShows({})
  await hand.tap(target(148, 'Toast: Saved'))
  expect(hand.walked().faults).toEqual([])
  await hand.tap(target(148, 'Toast: Saved', 'Toast: Saved'))
  expect(hand.walked().faults).toEqual(['“Toast: Saved” lies over what is pressed, at /Agent/delivery/doorstep/…'])
})

test('time is counted from the first address on, without what nobody would wait for', async () => {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { hand } = pageThatShows({})
  now += 400 // something is prepared
  expect(hand.walked().ms).toBe(0)
  await hand.open('/')
  now += 70
  await hand.unwatched(async () => {
    now += 5000
  })
  await hand.open('/login')
  now += 30
  expect(hand.walked().ms).toBe(100)
  clock.mockRestore()
})
