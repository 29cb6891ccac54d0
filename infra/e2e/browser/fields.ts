import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readStyle } from './browser.ts'

/** The field of this label is marked red, and its one sentence is right below it. */
export const isRefused = async (page: Page, label: string, sentence: string): Promise<void> => {
  const field = page.getByLabel(label, { exact: true })
  const told = page.locator('.t-field').filter({ has: field }).locator('.t-error')
  await told.filter({ hasText: sentence }).waitFor()
  await expect.poll(() => told.textContent()).toBe(sentence)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => readStyle(field, 'borderColor')).toBe(await readStyle(told, 'color'))
}
