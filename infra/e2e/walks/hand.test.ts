import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import type { Seen } from './faults.ts'
import { handAt } from './hand.ts'

/** A page of one screen that has only the parts that a hand uses. */
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
  /** `away` is how far it must be scrolled; `covers` is what covers it, before and after scrolling. */
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

test('each act of a hand is done in the page, and counted', async () => {
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

test('a fault on the way is reported with its place, once', async () => {
  const { hand, target } = pageThatShows({ sideways: 8 })
  await hand.see(target())
  await hand.tap(target())
  expect(hand.walked().faults).toEqual(['scrolls sideways by 8 px, at /Agent/delivery/doorstep/…'])
})

test('a covered control is reported, scrolled out from under its cover, and pressed', async () => {
  const { hand, target, done } = pageThatShows({})
  await hand.tap(target(148, 'AGENT'))
  expect(hand.walked().faults).toEqual(['“AGENT” lies over what is pressed, at /Agent/delivery/doorstep/…'])
  expect(hand.walked().effort.screens.toFixed(1)).toBe('0.4')
  expect(done).toEqual(['click'])
})

test('a control that is scrolled out from under a toast is no fault; one that a toast still covers is', async () => {
  const { hand, target } = pageThatShows({})
  await hand.tap(target(148, 'Toast: Saved'))
  expect(hand.walked().faults).toEqual([])
  await hand.tap(target(148, 'Toast: Saved', 'Toast: Saved'))
  expect(hand.walked().faults).toEqual(['“Toast: Saved” lies over what is pressed, at /Agent/delivery/doorstep/…'])
})

test('time is counted from the first address on, without pauses in which a person would not wait', async () => {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { hand } = pageThatShows({})
  now += 400 // a test prepares data
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
