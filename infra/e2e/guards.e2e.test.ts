import { describe, expect, test } from 'vitest'
import { signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/** Who may enter which area, and where all other people are sent. */

const { product, visit } = openTestProduct()

const people = { client: 'client@tuma.test', agent: 'agent.cbd@tuma.test', admin: 'admin@tuma.test' } as const
const areas = {
  client: ['/Client', '/client/delivery-history'],
  agent: ['/agent', '/Agent/uncollected'],
  admin: ['/Admin', '/admin/location/add-location'],
} as const
type Role = keyof typeof people
const roles = Object.keys(people) as Role[]
const landing = 'Fast, Secure & Reliable Courier Shipments'

describe('a person who is not signed in', () => {
  test.each(roles)('asks for the area of a %s and is sent to the login', async (role) => {
    const { page, complaints, leave } = await visit()
    for (const path of areas[role]) {
      await page.goto(path)
      await page.waitForURL('**/login')
      await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
    }
    expect(complaints).toEqual([])
    await leave()
  })

  test('is sent to the login too after their session has ended elsewhere', async () => {
    const { page, context, complaints, leave } = await visit()
    await signIn(context, people.client)
    const { value = '' } = (await context.cookies()).find(({ name }) => name === 'tuma_session') ?? {}
    await fetch(`${product().url}/api/users/logout`, { headers: { authorization: `Bearer ${value}` } })
    await page.goto('/Client')
    await page.waitForURL('**/login')
    expect(complaints).toEqual([])
    await leave()
  })

  test('is sent to the page that they wanted after they log in', async () => {
    const { page, complaints, leave } = await visit()
    await page.goto('/Client/delivery-history?search=TM')
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(people.client)
    await page.getByLabel('Password', { exact: true }).fill('tuma-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/Client/delivery-history?search=TM')
    expect(complaints).toEqual([])
    await leave()
  })
})

describe.each(roles)('signed in as %s', (role) => {
  const elsewhere = roles.filter((other) => other !== role).flatMap((other) => areas[other])

  test('the own area opens in any case of letters, and each other area leads to the landing page', async () => {
    const { page, context, complaints, leave } = await visit()
    await signIn(context, people[role])
    for (const path of areas[role]) {
      await page.goto(path)
      await page.getByRole('navigation', { name: 'Menu' }).waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    }
    for (const path of elsewhere) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: landing }).waitFor()
      await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe('/')
    }
    expect(complaints).toEqual([])
    await leave()
  })
})

test('Logout leads to the login and leaves no way back into the area', async () => {
  const { page, context, complaints, leave } = await visit()
  await signIn(context, people.client)
  await page.goto('/Client')
  await page.getByRole('button', { name: 'Hi, wanjiku' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.goto('/Client')
  await page.waitForURL('**/login')
  expect((await context.cookies()).filter(({ name }) => name.includes('sess') || name.includes('signed'))).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})
