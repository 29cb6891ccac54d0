import { expect, test } from 'vitest'
import { alertSays, answer, failsAndLoads, path, pressIn, refuse, row, says } from './admins.ts'
import { widths } from './browser/browser.ts'
import { pressByKey } from './people.ts'
import { retryOptions } from './retried-requests.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** The menu and its guard; locations and prices, riders, and the admin's own profile. */

const { admin } = openTestProduct()

const menu = [
  ['Dashboard', '/admin', 'Revenue'],
  ['Agents', '/admin/agents', 'Agents'],
  ['Users', '/admin/users', 'Users'],
  ['Marketing', '/admin/marketing', 'Marketing'],
  ['Locations', '/admin/location', 'Locations'],
  ['Riders', '/admin/riders', 'Riders'],
  ['Deliveries', '/admin/deliveries', 'Deliveries'],
  ['Profile', '/admin/profile', 'Profile'],
] as const

test.each(Object.entries(widths))('every entry of the menu leads to its screen, on a %s', async (device, width) => {
  const njeri = await admin(width)
  const { page } = njeri
  await page.goto('/Admin/profile')
  for (const [entry, route, heading] of menu) {
    if (device === 'phone') await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await expect.poll(() => path(page).toLowerCase()).toBe(route)
  }
  await leaves(njeri)
})

test('a location is added with its points, to agents’ and clients’ lists too; its name again adds the new points', async () => {
  const njeri = await admin(widths.phone)
  const { page } = njeri
  await page.goto('/Admin/location')
  await page.getByRole('link', { name: 'Add Location' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add Location' }).waitFor()
  const add = page.getByRole('button', { name: 'Add Location' })
  await add.click()
  await page.getByText('Location name is required.').waitFor()
  await page.getByLabel('Location name').fill('RUIRU')
  await page.getByLabel('Shops').fill(' , ,')
  await add.click()
  await expect.poll(() => path(page)).toBe('/Admin/location/add-location')
  await page.getByLabel('Shops').fill(' Ruiru Stage Kiosk ,, Kamakis Cyber ')
  const mend = await refuse(page, /\/api\/admin\/add-location/, 'POST')
  await add.click()
  await alertSays(page, 'Failed to add location', 'Not today.')
  await mend()
  await expect.poll(() => page.getByLabel('Location name').inputValue()).toBe('RUIRU')
  await add.click()
  await says(page, 'Location added successfully!')
  await expect.poll(() => path(page)).toBe('/Admin/location')
  await row(page, 'Ruiru Stage Kiosk').getByText('Ruiru Stage Kiosk, Kamakis Cyber').waitFor()

  await page.goto('/Admin/location/add-location')
  await page.getByLabel('Location name').fill('ruiru')
  await page.getByLabel('Shops').fill('Kamakis Cyber, Bypass Chemist')
  await add.click()
  await row(page, 'Ruiru Stage Kiosk').getByText('Ruiru Stage Kiosk, Kamakis Cyber, Bypass Chemist').waitFor()
  await page.goto('/send-parcel/parcel-dukani')
  await page.getByLabel('Receiver Location').selectOption('RUIRU')
  await page.getByLabel('Pickup Agent').selectOption('Bypass Chemist')
  await page.goto('/Admin/location')
  // The short codes of places have rows of the same name.
  await row(page, 'Bypass Chemist').getByText('RUIRU', { exact: true }).first().waitFor()
  await leaves(njeri)
})

test('a destination gets its prices, another price, and is deleted after a question', async () => {
  const njeri = await admin()
  const { page } = njeri
  await page.goto('/Admin/location')
  await page.getByRole('button', { name: 'Add Destination' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Destination' })
  await adding.getByLabel('Place').fill('JUJA')
  await pressByKey(adding.getByRole('button', { name: 'Save' }))
  await adding.getByText('Please give at least one price.').waitFor()
  await adding.getByLabel('Same-day price (Ksh)').fill('1250')
  await pressByKey(adding.getByRole('button', { name: 'Save' }))
  await says(page, 'Prices saved successfully!')
  const prices = page.getByRole('table', { name: 'Destinations and prices' })
  const juja = prices.getByRole('row').filter({ hasText: 'JUJA' })
  await juja.getByText('Ksh 1,250').waitFor()
  await juja.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'JUJA' })
  await editing.getByLabel('Express price (Ksh)').fill('1900')
  await pressByKey(editing.getByRole('button', { name: 'Save' }))
  await juja.getByText('Ksh 1,900').waitFor()
  await juja.getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Delete JUJA from the destinations?', 'Cancel')
  const mend = await refuse(page, /\/api\/admin\/prices\//, 'DELETE')
  await juja.getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Delete JUJA from the destinations?', 'Delete')
  await alertSays(page, 'Failed to delete destination', 'Not today.')
  await mend()
  await juja.getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Delete JUJA from the destinations?', 'Delete')
  await says(page, 'Destination deleted successfully!')
  await juja.waitFor({ state: 'detached' })
  await leaves(njeri)
})

test('a rider is added, can be assigned by agents, and is deleted after a question', async () => {
  const njeri = await admin(widths.phone)
  const { page, context } = njeri
  await page.goto('/Admin/riders')
  const add = page.getByRole('button', { name: 'Add Rider' })
  await page.getByLabel('Phone').fill('12')
  await add.click()
  await page.getByText("Rider's name is required.").waitFor()
  await page.getByText('Invalid phone number format. Use: 07xxxxxxxx, 7xxxxxxxx, or 254xxxxxxxxx').waitFor()
  await page.getByLabel('Name').fill('Mutua Kilonzo')
  await page.getByLabel('Phone').fill('+254 711 222 333')
  await add.click()
  await says(page, 'Rider added successfully!')
  await row(page, 'Mutua Kilonzo').getByText('0711222333').waitFor()
  await expect
    .poll(async () => [await page.getByLabel('Name').inputValue(), await page.getByLabel('Phone').inputValue()])
    .toEqual(['', ''])
  const riders = (await (await context.request.get('/api/admin/all', retryOptions)).json()) as { name: string }[]
  expect(riders.map(({ name }) => name)).toContain('Mutua Kilonzo')
  await pressIn(page, 'Mutua Kilonzo', 'Delete')
  await answer(page, 'Delete rider Mutua Kilonzo?', 'Cancel')
  await pressIn(page, 'Mutua Kilonzo', 'Delete')
  await page.getByText('The parcels with this rider stay with the rider.').waitFor()
  await answer(page, 'Delete rider Mutua Kilonzo?', 'Delete')
  await says(page, 'Rider deleted successfully!')
  await row(page, 'Mutua Kilonzo').waitFor({ state: 'detached' })
  await leaves(njeri)
})

test('a changed profile is confirmed for 3 s, shown, and kept', async () => {
  const njeri = await admin(widths.phone)
  const { page } = njeri
  await page.goto('/Admin/profile')
  const phone = page.getByText('0700100002')
  await phone.waitFor()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Phone').fill('0700 100 999')
  const mend = await refuse(page, /\/api\/users\/updateuser/, 'PUT')
  await pressByKey(dialog.getByRole('button', { name: 'Save' }))
  await dialog.getByText('Not today.').first().waitFor()
  await mend()
  await pressByKey(dialog.getByRole('button', { name: 'Save' }))
  await says(page, 'Profile updated successfully!', 3000)
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('0700100999').waitFor()
  await leaves(njeri)
})

test('lists that fail say so and can be asked for again; an empty list says so', async () => {
  const njeri = await admin()
  const { page } = njeri
  const [shops, prices, riders] = [/\/api\/admin\/locations/, /\/api\/admin\/prices/, /\/api\/admin\/all/]
  await failsAndLoads(page, {
    ...{ at: '/Admin/location', path: shops, failed: 'Failed to fetch locations', shown: 'Kwa Maji Boutique' },
  })
  await failsAndLoads(page, {
    at: '/Admin/location',
    path: prices,
    failed: 'Failed to fetch prices',
    shown: 'GWA KAIRU',
  })
  await failsAndLoads(page, {
    at: '/Admin/riders',
    path: riders,
    failed: 'Failed to fetch riders.',
    shown: 'Salim Juma',
  })
  for (const list of [shops, prices, riders]) await page.route(list, (route) => route.fulfill({ json: [] }))
  await page.reload()
  await page.getByText('There are no riders yet.').waitFor()
  await page.goto('/Admin/location')
  await expect.poll(() => page.getByText('No locations available.').count()).toBe(2)
  await leaves(njeri)
})
