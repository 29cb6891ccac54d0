import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressIn, row } from '../admins.ts'
import { pressByKey } from '../people.ts'

/** The office at the end of a day: it counts, reads the till's statement, pays, and closes the books. */

/** Differences between a statement and our payments, each by its receipts. */
export type Found = { readonly missing: string; readonly unknown: string; readonly differing: string }

const openBooks = async (page: Page, tab: string): Promise<void> => {
  await page.goto('/Admin/books')
  await page.getByRole('tab', { name: tab }).click()
}

const sheet = (page: Page, title: string) => page.locator('details').filter({ hasText: title })

const booksAt = (page: Page) => ({
  /** @param short the text about a difference, and its reason */
  async receives(agent: string, counted: number, short?: { said: string; reason: string }): Promise<void> {
    await openBooks(page, 'Handed over')
    await pressIn(page, agent, 'Receive')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Counted (Ksh)').fill(`${counted}`)
    if (short) await dialog.getByLabel('Reason').fill(short.reason)
    await pressByKey(dialog.getByRole('button', { name: 'Receive' }))
    await dialog.waitFor({ state: 'detached' })
    await row(page, agent)
      .getByText(`Ksh ${counted.toLocaleString('en')}`)
      .first()
      .waitFor()
    if (short) await row(page, agent).getByText(short.said).waitFor()
  },
  async paysOut(sender: string, sum: number, reference: string): Promise<void> {
    await openBooks(page, 'Pay out')
    await row(page, sender)
      .getByText(`Ksh ${sum.toLocaleString('en')}`)
      .first()
      .waitFor()
    await pressIn(page, sender, 'Pay out')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('M-Pesa receipt').fill(reference)
    await pressByKey(dialog.getByRole('button', { name: 'Pay out' }))
    await dialog.waitFor({ state: 'detached' })
    await row(page, sender).waitFor({ state: 'detached' })
  },
  /** The balance of each account on the screen, except accounts without money. */
  async readsAccounts(): Promise<Record<string, number>> {
    await openBooks(page, 'Accounts')
    const accounts = page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'Ksh' })
    await accounts.first().waitFor()
    const lines = await Promise.all((await accounts.all()).map((one) => one.locator('th, td').allTextContents()))
    const amounts = lines.map(([account = '', amount = '']) => [account, centsSaid(amount)] as const)
    return Object.fromEntries(amounts.filter(([, cents]) => cents !== 0))
  },
})
const statementsAt = (page: Page) => ({
  /** @param agreeing how many of our payments agree with the statement */
  async importsStatement(text: string, agreeing: number, { missing, unknown, differing }: Found): Promise<void> {
    await page.goto('/Admin/statements')
    const file = { name: 'ORG_600100.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('Statement file, CSV or Excel').setInputFiles(file)
    await page.getByRole('button', { name: 'Read the statement' }).click()
    const lists = [
      ['Not in statement (1)', missing],
      ['New money (1)', unknown],
      ['Different amount (1)', differing],
    ] as const
    for (const [title, receipt] of lists) {
      await page.getByText(title).click()
      await sheet(page, title).getByRole('link', { name: receipt }).waitFor()
    }
    const known = page.locator('dt', { hasText: 'Known payments that match' }).locator('xpath=following-sibling::dd[1]')
    await expect.poll(() => known.textContent()).toBe(`${agreeing}`)
    await page.getByRole('button', { name: 'Save to the books' }).click()
    await page.getByText('Saved to the books.').waitFor()
  },
  /** The differences are listed, and no others. */
  async looksAtDifferences({ missing, unknown, differing }: Found): Promise<void> {
    for (const [tab, receipt] of [
      ['missing', missing],
      ['unclaimed', unknown],
      ['differs', differing],
    ] as const) {
      await page.goto(`/Admin/statements?tab=${tab}`)
      const found = page.getByRole('region', { name: 'To check' })
      await found.getByRole('link', { name: receipt }).waitFor()
      // The parcel that the payment pays for may be beside it.
      await expect
        .poll(() => found.getByRole('link', { name: /^\w{10}$/ }).allInnerTexts(), { message: tab })
        .toEqual([receipt])
    }
  },
})

export const officeAt = (page: Page) => ({ ...booksAt(page), ...statementsAt(page) })
export type Office = ReturnType<typeof officeAt>

/** −Ksh 1,250.50 */
const centsSaid = (amount: string): number => {
  const sum = Math.round(100 * Number(amount.replaceAll(/[^\d.]/g, '')))
  return /[-−]/.test(amount) ? -sum : sum
}
