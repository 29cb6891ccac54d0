import { expect, test } from 'vitest'
import { alertSays, answer, column, failsAndLoads, path, pressIn, query, row, says } from './admins.ts'
import { widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { newClient, pressByKey, signIn } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** An admin manages agents and users, and those people see the changes. */

const { product, visit, as, admin } = openTestProduct()

test('an agent is given a shop of the real lists, and sees it on their screen', async () => {
  const njeri = await admin()
  const { page } = njeri
  const shops = (await (await njeri.context.request.get('/api/admin/locations', retryOptions)).json()) as {
    locationName: string
  }[]
  await page.goto('/Admin/agents')
  await pressIn(page, 'Brian Kiprotich', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await dialog.getByText('Shop of Brian Kiprotich').waitFor()
  const [location, address] = [dialog.getByLabel('Location'), dialog.getByLabel('Shop')]
  const update = dialog.getByRole('button', { name: 'Update' })
  const offered = async () =>
    (await location.getByRole('option').allTextContents()).filter((name) => name !== 'Choose…')
  await expect.poll(offered).toEqual(shops.map(({ locationName }) => locationName))
  await expect.poll(() => update.isDisabled()).toBe(true)
  await location.selectOption('THIKA')
  await expect.poll(() => address.inputValue()).toBe('')
  await expect.poll(() => update.isDisabled()).toBe(true)
  await address.selectOption('Ananas Mall Desk')
  await pressByKey(update)
  await says(page, 'Agent details updated successfully!')
  await row(page, 'Brian Kiprotich').getByText('Ananas Mall Desk').waitFor()
  await expect.poll(() => dialog.count()).toBe(0)

  const brian = await as('agent.kitengela@tuma.test', widths.phone)
  await brian.page.goto('/Agent')
  await brian.page.getByText('THIKA').first().waitFor()
  await brian.page.getByText('Ananas Mall Desk').first().waitFor()
  await leaves(njeri, brian)
})

test('a new role ends the session at once; the new agent waits for a shop and is deleted after a question', async () => {
  const [njeri, nafula] = [await admin(), await visit(widths.phone)]
  const { email, password, name, username } = await newClient(nafula.context, product())
  await nafula.page.goto('/Client')
  await screenIsThere(nafula.page)
  const { page } = njeri
  await page.goto('/Admin/users')
  await pressIn(page, `@${username}`, 'Change Role')
  const dialog = page.getByRole('dialog', { name: 'Change Role' })
  await dialog.getByText('They are logged out and must log in again.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Update' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Role').selectOption('Agent')
  await pressByKey(dialog.getByRole('button', { name: 'Update' }))
  await says(page, `${name} is now: Agent`)
  await row(page, `@${username}`).getByText('Agent', { exact: true }).waitFor()

  await nafula.page.reload()
  await nafula.page.waitForURL('**/login')
  await signIn(nafula.context, email, password)
  await nafula.page.goto('/Client')
  await nafula.page.waitForURL((url) => url.pathname === '/')
  await nafula.page.goto('/Agent')
  await nafula.page.getByText('Await Location allocation...').waitFor()

  await page.goto('/Admin/agents')
  await expect.poll(() => row(page, name).getByText('Not assigned').count()).toBe(2)
  await pressIn(page, name, 'Delete')
  await answer(page, `Delete agent ${name}?`, 'Cancel')
  await pressIn(page, name, 'Delete')
  await page.getByText('The account is deleted and logged out at once. Parcels stay.').waitFor()
  await answer(page, `Delete agent ${name}?`, 'Delete')
  await says(page, 'Agent deleted successfully!')
  await row(page, name).waitFor({ state: 'detached' })
  await nafula.page.goto('/Agent')
  await nafula.page.waitForURL('**/login')
  await leaves(njeri, nafula)
})

test('users are searched, filtered and sorted; reload and back find the same, and no name is in the address', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin/users')
  await row(page, 'Wanjiku Kamau').waitFor()
  const names = async () => (await column(page, 1)).map((cell) => cell.split('\n')[0])

  await page.getByRole('combobox', { name: 'Role' }).selectOption('Agent')
  await page.getByText('5 of 5 shown').waitFor()
  await page.getByLabel('Sort by').selectOption('Name')
  const agents = ['Achieng Otieno', 'Brian Kiprotich', 'Fatuma Hassan', 'Mercy Mutua', 'Mwangi Njoroge']
  await expect.poll(names).toEqual(agents)
  await expect.poll(() => query(page)).toBe('?role=agent&sort=name')
  await page.reload()
  await page.getByText('5 of 5 shown').waitFor()
  await expect.poll(() => page.getByLabel('Sort by').inputValue()).toBe('name')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Any role')
  await page.getByLabel('Sort by').selectOption('Points')
  await expect.poll(async () => (await names())[0]).toBe('Wanjiku Kamau')

  const box = page.getByLabel('Name, username, email or phone')
  await box.fill('0700 100 001')
  await page.getByText('1 of 1 shown').waitFor()
  await row(page, 'Wanjiku Kamau').waitFor()
  await expect.poll(() => query(page)).toBe('?sort=points')
  await page.reload()
  await page.getByText('1 of 1 shown').waitFor()
  await expect.poll(() => box.inputValue()).toBe('0700 100 001')
  await box.fill('nobody at all')
  await page.getByText('No users found').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => box.and(page.locator(':focus')).count()).toBe(1)
  await row(page, 'Wanjiku Kamau').waitFor()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => query(page)).toBe('?role=agent&sort=name')
  await page.getByText('5 of 5 shown').waitFor()
  await leaves(njeri)
})

test('the last admin can be neither demoted nor deleted, and reads why', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin/users?role=admin')
  await pressIn(page, '@njeri.admin', 'Change Role')
  const dialog = page.getByRole('dialog', { name: 'Change Role' })
  await dialog.getByLabel('Role').selectOption('Client')
  await pressByKey(dialog.getByRole('button', { name: 'Update' }))
  await alertSays(page, 'Failed to update user role', 'There must be at least one admin.')
  await pressByKey(dialog.getByRole('button', { name: 'Cancel' }))
  await pressIn(page, '@njeri.admin', 'Delete')
  await answer(page, 'Delete user Njeri Wairimu?', 'Delete')
  await alertSays(page, 'Failed to delete user', 'There must be at least one admin.')
  await row(page, '@njeri.admin').getByText('Admin', { exact: true }).waitFor()
  await leaves(njeri)
})

test('a deleted user leaves the list and is signed out', async () => {
  const [njeri, person] = [await admin(widths.phone), await visit()]
  const { name, username } = await newClient(person.context, product())
  const { page } = njeri
  await page.goto('/Admin/users')
  await pressIn(page, `@${username}`, 'Delete')
  await answer(page, `Delete user ${name}?`, 'Delete')
  await says(page, 'User deleted successfully!')
  await row(page, `@${username}`).waitFor({ state: 'detached' })
  expect((await person.context.request.get('/api/users/me', retryOptions)).status()).toBe(401)
  await expect.poll(() => path(page)).toBe('/Admin/users')
  await leaves(njeri, person)
})

test('lists that fail say so and can be asked for again; a list without agents says so', async () => {
  const njeri = await admin()
  const { page } = njeri
  await failsAndLoads(page, {
    ...{ at: '/Admin/users', path: /\/api\/admin\/users/, failed: 'Failed to fetch users', shown: 'Wanjiku Kamau' },
  })
  await failsAndLoads(page, {
    ...{ at: '/Admin/agents', path: /\/api\/admin\/agents/, failed: 'Failed to fetch agents', shown: 'Mwangi Njoroge' },
  })
  await page.route(/\/api\/admin\/agents/, (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByText('There are no agents yet. Add one.').waitFor()
  await leaves(njeri)
})
