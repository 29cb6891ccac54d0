import { describe, expect, test } from 'vitest'
import { openHouse } from './house.ts'
import { logIn, signIn } from './people.ts'

/** Who may enter which area, and where everybody else ends up. */

const { product, visit } = openHouse()

const people = { client: 'client@tuma.test', agent: 'agent.cbd@tuma.test', admin: 'admin@tuma.test' } as const
const areas = {
  client: ['/Client', '/client', '/Client/profile', '/client/delivery-history'],
  agent: ['/Agent', '/agent', '/Agent/uncollected', '/agent/paid'],
  admin: ['/Admin', '/admin', '/Admin/users', '/admin/location/add-location'],
} as const
type Role = keyof typeof people
const roles = Object.keys(people) as Role[]
const landing = 'Fast, Secure & Reliable Courier Shipments'

describe('nobody', () => {
  test.each(roles)('asks for the area of a %s and is at the login', async (role) => {
    const { page, complaints, leave } = await visit()
    for (const path of areas[role]) {
      await page.goto(path)
      await page.waitForURL('**/login')
      await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
    }
    expect(complaints).toEqual([])
    await leave()
  })

  test('whose session has ended meanwhile is at the login too', async () => {
    const { page, context, complaints, leave } = await visit()
    await signIn(context, people.client)
    const { value = '' } = (await context.cookies()).find(({ name }) => name === 'tuma_session') ?? {}
    await fetch(`${product().url}/api/users/logout`, { headers: { authorization: `Bearer ${value}` } })
    await page.goto('/Client')
    await page.waitForURL('**/login')
    expect(complaints).toEqual([])
    await leave()
  })

  test('who logs in is where they had wanted to be', async () => {
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
  const elsewhere = roles.filter((other) => other !== role).flatMap((other) => areas[other].slice(0, 2))

  test('the own area opens in either case, and each other leads to the landing page', async () => {
    const { page, context, complaints, leave } = await visit()
    await signIn(context, people[role])
    for (const path of areas[role]) {
      await page.goto(path)
      await page.getByRole('navigation', { name: 'Menu' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    for (const path of elsewhere) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: landing }).waitFor()
      expect(new URL(page.url()).pathname, path).toBe('/')
    }
    expect(complaints).toEqual([])
    await leave()
  })

  test('the login leads to the own area, and so does /login from then on', async () => {
    const { page, complaints, leave } = await visit()
    const home = new RegExp(`/${role}$`, 'i')
    await logIn(page, people[role])
    await page.waitForURL(home)
    await page.goto('/login')
    await page.waitForURL(home)
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  test('while it is not known who asks, an area says so and shows nothing', async () => {
    const { page, context, complaints, leave } = await visit()
    await signIn(context, people[role])
    const { promise: known, resolve: tell } = Promise.withResolvers<void>()
    await page.route('**/api/users/me', async (route) => {
      await known
      await route.continue()
    })
    await page.goto(areas[role][0])
    await page.getByText('Protected Loading...').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    tell()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    expect(await page.getByText('Protected Loading...').count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })
})

test('when nobody can say who asks, the area offers to try again and sends nobody away', async () => {
  const { page, context, leave } = await visit()
  await signIn(context, people.client)
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 500, json: { code: 'fault' } }))
  await page.goto('/Client')
  await page.getByText('We cannot check who you are right now.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/Client')
  await page.unroute('**/api/users/me')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByText('Welcome, Wanjiku').waitFor()
  await leave()
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
