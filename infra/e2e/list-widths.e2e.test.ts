import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { scrollsSideways } from './browser.ts'
import { openHouse } from './house.ts'

/**
 * Every list, at every width between a small phone's and a wide desk's: what can be pressed lies inside its frame and
 * under its own centre, and no word is broken. Resized without a reload, as a window or a tablet is turned.
 */

const house = openHouse()
const widths = Array.from({ length: 41 }, (_, step) => 320 + 40 * step)
/** High enough for the first rows, whose layout all others share, to be on the screen. */
const height = 2400

const parked = ['delivery', 'notification'].map((group) => ({
  id: `${group} 2f1b6d0e-7b1c-4d55-8a0f-3c9f51f6d2a7`,
  group,
  topic: 'delivery',
  key: 'delivery-7f9c2ba4-e88f-4f4b-9d3a-5c61a2b7e0d1',
  type: 'delivery.status-changed',
  reason: 'notification does not know delivery.status-changed version 2',
  parkedAt: '2026-11-20T09:30:00.000Z',
}))

const lists = {
  'agent.cbd@tuma.test': [
    '/Agent/uncollected?tab=dropped',
    '/Agent/received?tab=delivered',
    // Every status there is, with each of its buttons.
    '/Agent/all-deliveries',
    '/Agent/all-deliveries?tab=received',
    '/Agent/paid',
    '/Agent/customers',
  ],
  'admin@tuma.test': [
    '/admin/deliveries',
    '/admin/agents',
    '/admin/users',
    '/admin/location',
    '/admin/riders',
    '/admin/parked',
    '/admin',
  ],
  'client@tuma.test': ['/Client/delivery-history'],
} as const

/** What these functions need of the page that they run in. */
type Box = { left: number; right: number; top: number; bottom: number; width: number }
type Part = {
  readonly data?: string
  readonly tagName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<Part>
  contains(other: Part): boolean
  getAttribute(name: string): string | null
  getBoundingClientRect(): Box
  querySelectorAll(selector: string): Iterable<Part>
}
declare const innerHeight: number
declare const document: {
  querySelectorAll(selector: string): Iterable<Part>
  elementFromPoint(x: number, y: number): Part | null
  createRange(): {
    setStart(text: Part, at: number): void
    setEnd(text: Part, at: number): void
    getClientRects(): Iterable<Box>
  }
}

/** What can't be pressed where it stands, in words; runs in the page. */
const unpressable = (): string[] =>
  [...document.querySelectorAll('.t-list-place, main:not(:has(.t-list-place))')].flatMap((frame) => {
    const inside = frame.getBoundingClientRect()
    return [...frame.querySelectorAll('a, button, input, select')].flatMap((pressed) => {
      const { left, right, top, bottom, width } = pressed.getBoundingClientRect()
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isOnScreen = top >= 0 && bottom <= innerHeight
      const isInside = width > 0 && left >= inside.left - 1 && right <= inside.right + 1
      if (isInside && (!isOnScreen || (hit && pressed.contains(hit)))) return []
      const name = pressed.textContent || pressed.getAttribute('aria-label')
      return [`“${name}” ${isInside ? `lies under ${hit?.tagName ?? 'nothing'}` : 'leaves its frame'}`]
    })
  })

/** The words of the rows that go over two lines; runs in the page. */
const brokenWords = (): string[] => {
  const linesOf = (text: Part, start: number, end: number): number => {
    const range = document.createRange()
    range.setStart(text, start)
    range.setEnd(text, end)
    return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size
  }
  return [...document.querySelectorAll('.t-list td, .t-list td *')]
    .flatMap((element) => [...element.childNodes])
    .filter(({ data }) => data !== undefined && !data.includes('\u00ad')) // which says where it may be broken
    .flatMap((text) =>
      [...(text.data ?? '').matchAll(/[\p{L}\p{N}]+/gu)]
        .filter(({ index, 0: word }) => linesOf(text, index, index + word.length) > 1)
        .map(([word]) => `“${word}” is broken`),
    )
}

const openList = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
}

test.each(
  Object.entries(lists).flatMap(([who, paths]) => ['en', 'sw'].map((language) => [who, language, paths] as const)),
)(
  'what %s presses in a list (%s) is in sight at every width',
  async (who, language, paths) => {
    const { page, context, complaints } = await house.as(who)
    await context.addInitScript((chosen) => localStorage.setItem('tuma.language', chosen), language)
    await page.route('**/api/admin/parked', (route) => route.fulfill({ json: parked }))
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height })
      await openList(page, path)
      const pressable = await page.locator('main').locator('a, button, input, select').count()
      expect(pressable, `${path} has something to press`).toBeGreaterThan(0)
      for (const width of widths) {
        await page.setViewportSize({ width, height })
        const faults = [...(await page.evaluate(unpressable)), ...(await page.evaluate(brokenWords))]
        expect(faults, `${path} at ${width} px`).toEqual([])
        expect(await scrollsSideways(page), `${path} scrolls sideways at ${width} px`).toBe(false)
      }
    }
    expect(complaints).toEqual([])
    await context.close()
  },
  240_000,
)
