import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { openDriver } from './driver.ts'
import type { ScreenContent } from './faults.ts'

/** A page of one screen that has only the parts that a driver uses. */
const pageThatShows = (seen: Partial<ScreenContent>, isTouched = true) => {
  const done: string[] = []
  const nothing: ScreenContent = {
    ...{ width: 360, height: 740, sideways: 0, above: 0, below: 0 },
    ...{ pressable: [], headings: [], toasts: [], stuck: [], cut: [] },
  }
  const page = {
    url: () => 'http://tuma.test/Agent/delivery/doorstep/7f9c',
    viewportSize: () => ({ width: 360, height: 740 }),
    locator: () => null,
    goto: async (path: string) => void done.push(`open ${path}`),
    evaluate: async (asked: unknown) => (`${asked}`.startsWith('matchMedia') ? isTouched : { ...nothing, ...seen }),
  }
  /** `away` is how far it must be scrolled; `covers` is what covers it, before and after scrolling. */
  const target = (away = 0, ...covers: (string | null)[]) =>
    ({
      waitFor: async () => undefined,
      evaluate: async (_: unknown, block?: string) => (block === undefined ? (covers.shift() ?? null) : away),
      page: () => page,
      and: () => null,
      getAttribute: async () => 'done',
      press: async (key: string) => void done.push(key),
      click: async () => void done.push('click'),
      fill: async (text: string) => void done.push(`fill ${text}`),
      selectOption: async (option: string) => void done.push(`select ${option}`),
    }) as unknown as Locator
  return { driver: openDriver(page as unknown as Page), target, done }
}

test('each act of a driver is done in the page, and counted', async () => {
  const { driver, target, done } = pageThatShows({})
  await driver.open('/Agent')
  await driver.tap(target(370))
  await driver.type(target(), 'Naliaka')
  await driver.choose(target(370), 'THIKA')
  await driver.paste(target(), 'an M-Pesa message')
  await driver.see(target(74))
  expect(done).toEqual(['open /Agent', 'click', 'fill Naliaka', 'select THIKA', 'fill an M-Pesa message'])
  const { effort } = driver.getResult()
  expect({ ...effort, screens: effort.screens.toFixed(1) }).toEqual({
    ...{ taps: 6, fields: 3, keys: 7, pastes: 1, screens: '1.1' },
  })
})

test.each([
  [true, ['click', 'fill Naliaka', 'Enter']],
  [false, ['click', 'fill Naliaka']],
])('a phone’s keyboard leads on from a field, a desk’s would send the form: %s', async (isTouched, expected) => {
  const { driver, target, done } = pageThatShows({}, isTouched)
  await driver.typeAndGoOn(target(), 'Naliaka')
  expect(done).toEqual(expected)
})

test('a fault on the way is reported with its place, once', async () => {
  const { driver, target } = pageThatShows({ sideways: 8 })
  await driver.see(target())
  await driver.tap(target())
  expect(driver.getResult().faults).toEqual(['scrolls sideways by 8 px, at /Agent/delivery/doorstep/…'])
})

test('a covered control is reported, scrolled out from under its cover, and pressed', async () => {
  const { driver, target, done } = pageThatShows({})
  await driver.tap(target(148, 'AGENT'))
  expect(driver.getResult().faults).toEqual(['“AGENT” covers what is pressed, at /Agent/delivery/doorstep/…'])
  expect(driver.getResult().effort.screens.toFixed(1)).toBe('0.4')
  expect(done).toEqual(['click'])
})

test('a control that is scrolled out from under a toast is no fault; one that a toast still covers is', async () => {
  const { driver, target } = pageThatShows({})
  await driver.tap(target(148, 'Toast: Saved'))
  expect(driver.getResult().faults).toEqual([])
  await driver.tap(target(148, 'Toast: Saved', 'Toast: Saved'))
  expect(driver.getResult().faults).toEqual(['“Toast: Saved” covers what is pressed, at /Agent/delivery/doorstep/…'])
})

test('time is counted from the first address on, without pauses in which a person would not wait', async () => {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { driver } = pageThatShows({})
  now += 400 // a test prepares data
  expect(driver.getResult().ms).toBe(0)
  await driver.open('/')
  now += 70
  await driver.uncounted(async () => {
    now += 5000
  })
  await driver.open('/login')
  now += 30
  expect(driver.getResult().ms).toBe(100)
  clock.mockRestore()
})
