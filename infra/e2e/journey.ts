import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { newVisitor, openBrowser, scrollsSideways, type Visitor } from './browser/browser.ts'
import { openDependentSteps } from './dependent-steps.ts'
import {
  eventually,
  fillSender,
  getRow,
  handOverWithoutCode,
  logIn,
  mailedLink,
  newPerson,
  type Person,
  payAtCheckout,
  pressByKey,
  register,
  schedulePickup,
  trackingSentence,
} from './people.ts'
import { type Product, startProduct } from './product.ts'
import { retryOptions } from './retried-requests.ts'

/**
 * Open screens lose their connection and ask again while the product starts; a browser may report the errors later, on
 * another page.
 */
const isOfTheKill = (complaint: string): boolean =>
  /status of 503|ChunkLoadError|TypeError: Failed to fetch|ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED)/.test(
    complaint,
  )

/**
 * A parcel travels from a form in the browser to the receiver's hands, a test a step; call it at the top of a file.
 * @param killed with a kill -9 and a new start after every step
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one story, told in steps that build on each other
export const travel = (width: number, { killed }: { readonly killed: boolean }) => {
  let person: Person
  let product: Product
  let browser: Browser
  let everybody: Record<'client' | 'anybody' | 'cbd' | 'thika' | 'admin', Visitor>
  let doorstep = ''
  let dukani = ''
  let revenueBefore = 0

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    const visitor = () => newVisitor(browser, product.url, width)
    const [client, anybody, cbd, thika, admin] = [
      await visitor(),
      await visitor(),
      await visitor(),
      await visitor(),
      await visitor(),
    ]
    everybody = { client, anybody, cbd, thika, admin }
  })
  afterAll(async () => {
    await browser?.close()
    await product?.close()
  })

  const tell = openDependentSteps()
  const step = (sentence: string, take: () => Promise<void>) =>
    tell(sentence, async () => {
      await take()
      for (const [who, { page, complaints }] of Object.entries(everybody)) {
        const own = complaints.splice(0).filter((complaint) => !(killed && isOfTheKill(complaint)))
        expect(own.join('\n'), `what ${who}'s browser complained about`).toBe('')
        await expect
          .poll(() => scrollsSideways(page), { message: `${who}'s ${page.url()} scrolls sideways` })
          .toBe(false)
      }
      if (!killed) return
      await product.kill()
      await product.start()
    })

  const revenue = async (): Promise<number> => {
    const { page } = everybody.admin
    await page.goto('/Admin')
    const figure = page.locator('.t-card', { hasText: 'Total revenue' }).first().locator('.t-stat-value')
    await figure.getByText(/^Ksh [\d,]+$/).waitFor()
    return Number((await figure.textContent())?.replace(/\D/g, ''))
  }
  const counted = async (label: string, count: number): Promise<void> => {
    const { page } = everybody.client
    await eventually(async () => {
      await page.goto('/Client')
      const card = page.locator('.t-stat', { hasText: label })
      await card.getByText(/^\d+$/).waitFor()
      return (await card.textContent())?.endsWith(String(count)) ?? false
    })
  }
  const smsAbout = async (trackingId: string) =>
    (await product.outbox()).filter(({ channel, text }) => channel === 'sms' && text.includes(trackingId))

  step('the admin sees the revenue so far', async () => {
    await logIn(everybody.admin.page, 'admin@tuma.test')
    await everybody.admin.page.waitForURL(/\/admin/i)
    await everybody.admin.page.getByText('Total revenue').first().waitFor()
    revenueBefore = await revenue()
  })

  step('a client registers', async () => {
    person = newPerson('Wambui')
    await register(everybody.client.page, person)
  })

  step('a login before the e-mail is verified is refused with its sentence', async () => {
    const { page } = everybody.client
    await logIn(page, person.email, person.password)
    await page.getByText('Please verify your email before logging in.').first().waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
  })

  step('the link in the e-mail verifies the account and leads to the login', async () => {
    const { page } = everybody.client
    await page.goto(await mailedLink(product, person.email))
    await page.getByText('Email verified').waitFor()
    await page.waitForURL('**/login')
  })

  step('the login leads to the client area', async () => {
    const { page } = everybody.client
    await logIn(page, person.email, person.password)
    await page.waitForURL(/\/client$/i)
    await page.getByText('Wambui').first().waitFor()
    await counted('Total Deliveries', 0)
  })

  step('a doorstep parcel is filled in, paid at the checkout and found as it was left', async () => {
    const { page } = everybody.client
    await page.goto('/Client/send-parcel/door-step')
    await fillSender(page, {
      name: person.name,
      phone: person.phone,
      location: 'NAIROBI CBD',
      agent: 'Moi Avenue Stationers',
    })
    await page.getByLabel('Receiver Name').fill('Kiprop Cheruiyot')
    await page.getByLabel('Receiver Phone').fill('0722 333 444')
    await page.getByLabel('Express').check()
    await page.getByLabel('Receiver Location').selectOption({ index: 3 })
    await page.getByLabel('Pickup Address').fill('Sunrise Court, house 4')
    await page.getByLabel('More Details').fill('Green gate, after four')
    await page.getByLabel('Parcel Description').fill('A pair of shoes')
    await expect.poll(() => page.getByRole('button', { name: 'Schedule Pickup' }).count()).toBe(0)
    await payAtCheckout(page, product, person.name)
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await expect.poll(() => page.getByLabel('More Details').inputValue()).toBe('Green gate, after four')
    await expect.poll(() => page.getByLabel('Express').isChecked()).toBe(true)
  })

  step('it is submitted: a toast, a tracking id, and two seconds later the receipt', async () => {
    doorstep = await schedulePickup(everybody.client.page, 'Delivery request submitted successfully!')
    await everybody.client.page.waitForURL(/send-parcel$/i)
    await counted('Total Deliveries', 1)
    await counted('Uncollected', 1)
    await trackingSentence(
      everybody.anybody.page,
      doorstep,
      'The parcel has been handed to the agent and the rider will pick it up soon.',
    )
  })

  step('sender and receiver each get one SMS about it', async () => {
    const told = await eventually(async () => {
      const messages = await smsAbout(doorstep)
      return messages.length >= 2 && messages
    })
    expect(told.map(({ to }) => to).sort()).toEqual(['0711222333', '0722333444'])
  })

  step('the agent of that shop finds it under Sending and assigns a rider', async () => {
    const { page } = everybody.cbd
    await logIn(page, 'agent.cbd@tuma.test')
    await page.waitForURL(/\/agent$/i)
    await page.goto('/Agent/uncollected?tab=dropped')
    const row = getRow(page, doorstep)
    await row.getByRole('button', { name: 'Assign Rider' }).click()
    await page.getByRole('dialog').getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('Rider assigned successfully!').waitFor()
    await row.getByRole('button', { name: 'Intransit' }).waitFor()
  })

  step('Intransit', async () => {
    const { page } = everybody.cbd
    await page.goto('/Agent/uncollected?tab=dropped')
    await getRow(page, doorstep).getByRole('button', { name: 'Intransit' }).click()
    await page.getByText('Status updated to In Transit successfully!').waitFor()
    await trackingSentence(everybody.anybody.page, doorstep, 'The parcel is currently in transit.')
    await counted('In Transit', 1)
  })

  step('Delivered', async () => {
    const { page } = everybody.cbd
    await page.goto('/Agent/received')
    await getRow(page, doorstep).getByRole('button', { name: 'Delivered' }).click()
    await page.getByText('Status updated to Delivered successfully!').waitFor()
    await trackingSentence(everybody.anybody.page, doorstep, "The parcel has been delivered to the receiver's address.")
    await counted('Delivered', 1)
  })

  step('the receipt is confirmed, and the client has earned points', async () => {
    const { page } = everybody.cbd
    await page.goto('/Agent/received?tab=delivered')
    await getRow(page, doorstep).getByRole('button', { name: 'Confirm Receipt' }).click()
    await page.getByText('Status updated to Collected successfully!').waitFor()
    await trackingSentence(everybody.anybody.page, doorstep, 'The parcel has been collected.')
    const points = await eventually(async () => {
      const response = await everybody.client.context.request.get('/api/users/me', retryOptions)
      return ((await response.json()) as { points: number }).points
    })
    await everybody.client.page.goto('/Client')
    await everybody.client.page.getByText(String(points)).first().waitFor()
  })

  step('a dukani parcel is sent from NAIROBI CBD to THIKA', async () => {
    const { page } = everybody.client
    await page.goto('/Client/send-parcel/parcel-dukani')
    await expect.poll(() => page.getByLabel('Sender Name').inputValue()).toBe(person.username)
    await fillSender(page, { phone: person.phone, location: 'NAIROBI CBD', agent: 'Moi Avenue Stationers' })
    await page.getByLabel('Receiver Name').fill('Muthoni Gathogo')
    await page.getByLabel('Receiver Phone').fill('0733 555 666')
    await page.getByLabel('Receiver Location').selectOption('THIKA')
    await page.getByLabel('Pickup Agent').selectOption({ index: 1 })
    await page.getByLabel('Parcel Description').fill('Two books')
    await payAtCheckout(page, product, person.name)
    dukani = await schedulePickup(page, 'Parcel Dukani delivery request submitted successfully!')
    await trackingSentence(everybody.anybody.page, dukani, 'The parcel has not yet been handed to the agent.')
  })

  step('the first shop takes it in and puts it in transit', async () => {
    const { page } = everybody.cbd
    await page.goto('/Agent/uncollected')
    await getRow(page, dukani).getByRole('button', { name: 'Dropped' }).click()
    await page.getByText('Status updated to Dropped successfully!').waitFor()
    await page.getByRole('tab', { name: 'Dropped Deliveries' }).click()
    await getRow(page, dukani).getByRole('button', { name: 'Intransit' }).click()
    await page.getByText('Status updated to In Transit successfully!').waitFor()
    await page.getByRole('tab', { name: 'Intransit Deliveries' }).click()
    await getRow(page, dukani).getByText('With the receiving shop').waitFor()
  })

  step('the second shop receives it', async () => {
    const { page } = everybody.thika
    await logIn(page, 'agent.thika@tuma.test')
    await page.waitForURL(/\/agent$/i)
    await page.goto('/Agent/received')
    await getRow(page, dukani).getByRole('button', { name: 'Delivered' }).click()
    await page.getByText('Status updated to Delivered successfully!').waitFor()
    await trackingSentence(
      everybody.anybody.page,
      dukani,
      'The parcel has been received by the receiving agents and is awaiting collection.',
    )
  })

  step('and hands it to a picker who is written down', async () => {
    const { page } = everybody.thika
    await page.goto('/Agent/received?tab=delivered')
    await handOverWithoutCode(page, dukani)
    const dialog = page.getByRole('dialog', { name: 'Who collects it?' })
    await dialog.getByLabel('Name').fill('Njoki Gathogo')
    await dialog.getByLabel('Phone').fill('0744 777 888')
    await dialog.getByLabel('National ID').fill('31234567')
    await pressByKey(dialog.getByRole('button', { name: 'Assign Picker' }))
    await page.getByText('Picker assigned successfully!').waitFor()
    await page.goto('/Agent/received?tab=collected')
    await expect.poll(() => getRow(page, dukani).getByRole('button', { name: 'Completed' }).isDisabled()).toBe(true)
    await trackingSentence(everybody.anybody.page, dukani, 'The parcel has been collected.')
  })

  step("the admin's dashboard shows the revenue of both", async () => {
    const api = everybody.client.context.request
    const rows = (await Promise.all(
      ['doorstep', 'dukani'].map(async (kind) =>
        (await api.get(`/api/${kind}/getall/${person.username}`, retryOptions)).json(),
      ),
    )) as { trackingId: string; deliveryFee: number }[][]
    const fees = rows.flat().map(({ trackingId, deliveryFee }) => [trackingId, deliveryFee] as const)
    expect(fees.map(([trackingId]) => trackingId).sort()).toEqual([doorstep, dukani].sort())
    const both = fees.reduce((sum, [, fee]) => sum + fee, 0)
    await eventually(async () => (await revenue()) === revenueBefore + both)
  })

  step('each message was sent once', async () => {
    for (const trackingId of [doorstep, dukani]) {
      // A killed process gets the messages that it missed once Kafka has noticed its death.
      const messages = await eventually(async () => {
        const told = await smsAbout(trackingId)
        return told.length >= 4 && told
      })
      const told = messages.map(({ to, text }) => `${to} ${text}`)
      expect(new Set(told).size).toBe(told.length)
    }
  })
}
