import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { dismissToast, toastWith } from './browser/toasts.ts'
import { pressByKey } from './people.ts'

/** A row of a table (a card on a phone) that contains this text. */
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** On a phone the row's buttons may have to be unfolded first. */
export const pressIn = async (page: Page, text: string, button: string): Promise<void> => {
  const named = (word: string) => row(page, text).getByRole('button', { name: new RegExp(`^${word}(, |$)`) }) // the row's name follows the button's
  const wanted = named(button)
  const offered = wanted.or(named('More')).filter({ visible: true }).first()
  if (await offered.evaluate((one) => one.ariaExpanded === 'false')) await offered.click()
  await wanted.click()
}

/** Waits for a toast that stays five seconds, and then closes it. */
export const says = async (page: Page, sentence: string, durationMs = 5000): Promise<void> => {
  const toast = toastWith(page, sentence)
  expect(await dismissToast(toast)).toBe(durationMs)
  await toast.waitFor({ state: 'detached' })
}

/** A dialog with a question or a form. */
export const asked = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name }).or(page.getByRole('dialog', { name }))

/** Answers the question that is on the screen. */
export const answer = async (page: Page, question: string, button: string): Promise<void> => {
  const dialog = asked(page, question)
  await pressByKey(dialog.getByRole('button', { name: button, exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

/** An alert with what failed and, below, why. */
export const alertSays = async (page: Page, title: string, reason = ''): Promise<void> => {
  const alert = page.getByRole('alertdialog', { name: title })
  await alert.getByText(reason).first().waitFor()
  await pressByKey(alert.getByRole('button', { name: 'OK' }))
  await alert.waitFor({ state: 'detached' })
}

/** Refuses calls to `path` (of one method). @returns a function that lets them through again */
export const refuse = async (page: Page, path: RegExp, method = 'GET'): Promise<() => Promise<void>> => {
  const refusal = { code: 'bad_input', message: 'Not today.' }
  const handler = (route: Route) =>
    route.request().method() === method ? route.fulfill({ status: 400, json: refusal }) : route.fallback()
  await page.route(path, handler)
  return () => page.unroute(path, handler)
}

/** Holds calls to `path`. @returns a function that lets them go on */
export const hold = async (page: Page, path: RegExp): Promise<() => void> => {
  const gate = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await gate.promise
    await route.fallback()
  })
  return gate.resolve
}

/** A list that fails says so with Try Again, then shows that it loads, and then its rows. */
export const failsAndLoads = async (
  page: Page,
  screen: { at: string; path: RegExp; failed: string; shown: string },
): Promise<void> => {
  const mend = await refuse(page, screen.path)
  await page.goto(screen.at)
  await page.getByText(screen.failed).waitFor()
  await mend()
  const letGo = await hold(page, screen.path)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.locator('main [aria-busy="true"]').first().waitFor()
  letGo()
  await page.getByText(screen.shown).first().waitFor()
  await page.unroute(screen.path)
}

/** The texts of one column, from the first row to the last; the header is row 0. */
export const column = (page: Page, nth: number): Promise<string[]> =>
  page.locator(`tbody tr td:nth-child(${nth})`).allInnerTexts()

export const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search)
export const path = (page: Page): string => new URL(page.url()).pathname
