import type { BrowserContext, Page } from 'playwright-core'
import { screenIsThere } from '../browser/headings.ts'
import { type Asker, askAs, type Parcel, sendDukani, setStatus, shops } from '../parcels.ts'
import type { Product } from '../product.ts'
import type { Driver } from './driver.ts'

/** What journeys need: a product, and its API as each of its people, to prepare data. */
export type JourneySetup = {
  readonly product: Product
  readonly client: Asker
  readonly admin: Asker
  readonly cbd: Asker
  readonly thika: Asker
}

export const openJourneySetup = async (product: Product): Promise<JourneySetup> => {
  const [client, admin, cbd, thika] = await Promise.all(
    ['client', 'admin', 'agent.cbd', 'agent.thika'].map((who) => askAs(product, `${who}@tuma.test`)),
  )
  if (!client || !admin || !cbd || !thika) throw new Error('a person of the demonstration is missing')
  return { product, client, admin, cbd, thika }
}

export type Journey = {
  /** A short name, as on the command line: `--journey guest-dukani`. */
  readonly name: string
  /** The goal of the person, as the table shows it. */
  readonly wants: string
  /** Why the journey needs more steps than before, if it does. */
  readonly more?: string
  /** The person who is signed in before it begins. */
  readonly as?: string
  /** Prepares data, which is not counted. @returns the acts at the screen until the goal */
  readonly prepare: (setup: JourneySetup, context: BrowserContext) => Promise<(driver: Driver) => Promise<void>>
}

/** A journey that needs no prepared data. */
export const withoutData =
  (act: (driver: Driver) => Promise<void>): Journey['prepare'] =>
  async () =>
    act

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** A choice with a card of its own can be pressed anywhere on it. */
export const getChoice = (page: Page, name: string) =>
  page.locator('label').filter({ has: page.getByRole('radio', { name }) })

/** Goes by the menu, which a small screen must first unfold, unless the entry is in the bar at the bottom. */
export const goTo = async (driver: Driver, entry: string): Promise<void> => {
  const { page } = driver
  await screenIsThere(page)
  const link = page.getByRole('navigation').getByRole('link', { name: entry, exact: true })
  const fold = press(page, 'Open menu')
  await link.or(fold).first().waitFor()
  if (!(await link.isVisible())) await driver.tap(fold)
  await driver.tap(link)
}

/** Parcels on their way to a shop, or at its counter. */
export const arriving = async (
  { client, product, admin }: JourneySetup,
  status: 'inTransit' | 'delivered',
  receiver?: { name: string; phone: string },
): Promise<Parcel> => {
  const parcel = await sendDukani(client, product, shops.thika, shops.cbd, receiver)
  await setStatus(admin, parcel, status)
  return parcel
}

/** Makes them one after the other, so the newest is the last. */
export const several = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  while (made.length < count) made.push(await make())
  return made
}
