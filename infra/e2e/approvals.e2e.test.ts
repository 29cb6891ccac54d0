import { expect, test } from 'vitest'
import { pressIn } from './admins.ts'
import { axeFaults } from './browser/axe.ts'
import { widths } from './browser/browser.ts'
import { askAs, askIn, sendDoorstep, shops } from './parcels.ts'
import { newClient, pressByKey, signIn } from './people.ts'
import { startProduct } from './product.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** Two admins at two screens: one sees the other's request, and then the answer, without a reload. */

const { product, visit, as } = openTestProduct(() => startProduct({ SECOND_ADMIN_ABOVE: '0' }))

test('a shortage is asked for, declined with a reason, asked for again, approved and booked, at two screens that stay open', async () => {
  const [baraka, njeri] = [await visit(widths.phone), await as('admin@tuma.test', widths.desk)]
  const office = await askAs(product(), 'admin@tuma.test')
  const { email, name, password } = await newClient(baraka.context, product())
  const { _id } = await askIn(baraka.context)<{ _id: string }>('GET', '/api/users/me')
  const agent = await askAs(product(), 'agent.cbd@tuma.test')
  const parcel = await sendDoorstep(
    askIn(baraka.context),
    shops.cbd,
    'ROYSAMBU',
    { name: 'Kiprop Cheruiyot', phone: '0722333444' },
    1500,
  )
  const [rider] = await agent<{ _id: string }[]>('GET', '/api/admin/all')
  await agent('PUT', `/api/doorstep/assign-rider/${parcel._id}`, { riderId: rider?._id })
  await agent('PUT', `/api/agent/update-intransit/${parcel._id}`, {})
  await agent('PUT', `/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  // Njeri is the only admin so far, so she makes another one alone.
  await office('PATCH', `/api/admin/users/${_id}`, { role: 'admin' })
  await signIn(baraka.context, email, password)

  const { page } = baraka
  const holder = (await agent<{ name: string }>('GET', '/api/users/me')).name
  await page.goto('/Admin/books?tab=drawers')
  await pressIn(page, holder, 'Take cash in')
  const taking = page.getByRole('dialog')
  await taking.getByLabel('Counted (Ksh)').fill('100')
  await taking.getByText('The rest is missing').click()
  await taking.getByText(/^Ksh [\d,]+ will be booked as missing\.$/).waitFor()
  await taking.getByLabel('Reason').fill('Gone since Friday')
  await pressByKey(taking.getByRole('button', { name: 'Take cash in' }))
  await pressByKey(taking.getByRole('button', { name: 'Ask for approval' }))
  await taking.getByText(/^Asked\./).waitFor()

  await njeri.page.goto('/Admin')
  await pressByKey(njeri.page.getByRole('link', { name: '1 request is waiting for a second admin' }))
  await pressIn(njeri.page, holder, 'Decline')
  const declining = njeri.page.getByRole('dialog')
  await declining.getByLabel(/^Reason/).fill('Count it again')
  await pressByKey(declining.getByRole('button', { name: 'Decline' }))
  await taking.getByText('Declined by Njeri Wairimu.').waitFor()
  await taking.getByText('Count it again').waitFor()
  expect(await axeFaults(page)).toEqual([])

  await pressByKey(taking.getByRole('button', { name: 'Ask for approval' }))
  // The list of the other admin stays open, and the request appears in it.
  await pressIn(njeri.page, holder, 'Approve')
  await pressByKey(njeri.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }))
  await njeri.page.getByText(`Approved. ${name} can do it now.`).waitFor()
  await taking.getByText('Approved by Njeri Wairimu. Now use “Take cash in”.').waitFor()
  await pressByKey(taking.getByRole('button', { name: 'Take cash in' }))
  await taking.waitFor({ state: 'detached' })

  await page.goto('/Admin/approvals?tab=all')
  await page.getByText('Approved by Njeri Wairimu, done').waitFor()
  for (const one of [baraka, njeri]) await leaves(one)
})
