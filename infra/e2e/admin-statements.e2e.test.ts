import { expect, test } from 'vitest'
import { query, row } from './admins.ts'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, widths } from './browser/browser.ts'
import { eventually } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** The till's statement: the office reads it, looks at the differences, and imports it. */

const { admin } = openTestProduct()

const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
const time = (minutesAgo: number) =>
  new Date(Date.now() - minutesAgo * 60_000 + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const file = (text: string) => ({ name: 'ORG_600100.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a statement is read, checked and imported, and its money can be claimed', async () => {
  const njeri = await admin(widths.phone)
  const { page } = njeri
  const receipt = `UKN${Math.random().toString(36).slice(2, 7).toUpperCase().padEnd(5, '7')}9Z`
  await page.goto('/Admin/payments')
  await page.getByRole('main').getByRole('link', { name: 'Statements' }).click()
  await page.getByRole('heading', { level: 1, name: 'M-Pesa statements' }).waitFor()
  const choose = async (text: string) => {
    await page.getByLabel('Statement file, CSV or Excel').setInputFiles(file(text))
    await page.getByRole('button', { name: 'Read the statement' }).click()
  }
  await choose(`Short Code,999999\r\n${head}\r\n`)
  await page.getByText('This statement is from another till or paybill, not ours.').waitFor()

  const from = 'Merchant Payment from 254701***126 - =cmd() <b>WANJIKU</b>'
  const rows = [
    `${receipt},${time(5)},${from},Completed,"1,250.00",,"1,243.12"`,
    `${receipt},${time(5)},Pay merchant Charge,Completed,,-6.88,"1,243.12"`,
  ]
  await choose([`Short Code,600100`, head, ...rows].join('\r\n'))
  await page.getByText('New money (1)').waitFor()
  await expect.poll(() => query(page)).toMatch(/^\?statement=/)
  await page.getByText('New money (1)').click()
  await page.getByRole('link', { name: receipt }).first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await expect.poll(() => scrollsSideways(page)).toBe(false)
  await page.getByRole('button', { name: 'Save to the books' }).click()
  await page.getByText('Saved to the books.').waitFor()

  await eventually(async () => {
    await page.goto('/Admin/statements?tab=unclaimed')
    await page.getByRole('heading', { name: 'To check' }).waitFor()
    await page.locator('option:checked', { hasText: 'Unclaimed money' }).waitFor({ state: 'attached' })
    return (await page.getByRole('link', { name: receipt }).count()) > 0
  })
  await page.getByRole('link', { name: receipt }).click()
  await row(page, receipt).getByText('Unclaimed').waitFor()
  await row(page, receipt).getByText('Ksh 1,250').waitFor()
  await leaves(njeri)
})
