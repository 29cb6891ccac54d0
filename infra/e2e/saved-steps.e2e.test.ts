import { shopKey } from '@tuma/contracts/vocabulary'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from './browser/axe.ts'
import { scrollsSideways, type Visitor, widths } from './browser/browser.ts'
import { screenIsThere } from './browser/headings.ts'
import { pressByKey, signIn } from './people.ts'
import { openTestProduct } from './test-product.ts'

/**
 * Steps that an agent has saved on a phone: in the browser's own storage, between its own tabs. The call is answered by
 * the test, as it must be lost and counted.
 */

const { product, visiting } = openTestProduct()
const agent = 'agent.cbd@tuma.test'
const parcel = 'TM-7K3M-9PQR-2XVW'

/** Opens `/Agent/saved` as this agent. @returns the owner of what is saved there */
const openSaved = async ({ page, context }: Pick<Visitor, 'page' | 'context'>, email = agent) => {
  await signIn(context, email)
  await page.goto('/Agent/saved')
  await page.getByText('All steps are sent.').waitFor()
  const me = await (await context.request.get(`${product().url}/api/users/me`)).json()
  return { account: String(me._id), shop: shopKey(me) }
}

/** Saves a step as a page does that is closed just after it. The tab looks at it when it comes online. */
const save = async (page: Page, owner: { account: string; shop: string }, key: string, more: object = {}) => {
  const now = new Date().toISOString()
  const step = { v: 1, key, kind: 'scanIn', target: parcel, input: { code: parcel }, doneAt: now, notBefore: now }
  const record = { ...step, tries: 0, state: 'waiting', answer: null, ...owner, ...more }
  await page.evaluate(`(async () => {
    const opening = indexedDB.open('tuma-outbox')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const tx = opening.result.transaction('steps', 'readwrite')
    tx.objectStore('steps').add(${JSON.stringify(record)})
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
    opening.result.close()
  })()`)
}
const lookAgain = (page: Page) => page.evaluate(`void dispatchEvent(new Event('online'))`)

/** Answers the call by itself from now on, and counts its keys. */
const answerScans = async (context: BrowserContext, answer: (route: Route) => Promise<void>): Promise<string[]> => {
  const keys: string[] = []
  await context.unroute(/api.agent.scan-in/)
  await context.route(/api.agent.scan-in/, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? '')
    await answer(route)
  })
  return keys
}
const asDone = (route: Route): Promise<void> => route.fulfill({ json: [{ code: parcel, verdict: 'arrived' }] })
const asLost = (route: Route): Promise<void> => route.abort()

test('a step whose answer was lost is sent again with its key, and by one of two tabs only', () =>
  visiting(async ({ page, context, complaints }) => {
    const owner = await openSaved({ page, context })
    const lost = await answerScans(context, asLost)
    await save(page, owner, 'key of the first')
    await lookAgain(page)
    await page.getByText('No network. 1 step saved on this phone').waitFor()
    expect(lost).toEqual(['key of the first'])

    const other = await context.newPage()
    await other.goto('/Agent')
    await other.getByRole('link', { name: 'No network. 1 step saved on this phone' }).waitFor()
    const done = await answerScans(context, asDone)
    await Promise.all([lookAgain(page), lookAgain(other)])
    await page.getByText('All steps are sent.').waitFor()
    await other.getByText(/saved on this phone/).waitFor({ state: 'detached' })
    expect(done).toEqual(['key of the first'])
    await other.close()
    complaints.splice(0)
  }))

test('a refused step needs the agent, who sends it again or removes it', () =>
  visiting(async ({ page, context, complaints }) => {
    const owner = await openSaved({ page, context })
    const refusal = { code: 'parcel_held', message: 'This parcel is on hold.' }
    await answerScans(context, (route) => route.fulfill({ status: 409, json: refusal }))
    await save(page, owner, 'key 1')
    await save(page, owner, 'key 2', { target: 'TM-3H8N-5TWZ-6YFK' })
    await lookAgain(page)
    const first = page.getByRole('row', { name: parcel })
    await first.getByText('This parcel is on hold').waitFor()
    await answerScans(context, asDone)
    await first.getByRole('button', { name: 'Try again' }).click()
    await first.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove: Scan in TM-3H8N-5TWZ-6YFK' }).click()
    await pressByKey(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
    await page.getByText('All steps are sent.').waitFor()
    complaints.splice(0)
  }))

test('what an agent has saved waits after a logout, and the next agent of the phone neither sees nor sends it', () =>
  visiting(async ({ page, context, complaints }) => {
    const owner = await openSaved({ page, context })
    const lost = await answerScans(context, asLost)
    await save(page, owner, 'key of the first')
    await lookAgain(page)
    await page.getByText('No network. 1 step saved on this phone').waitFor()
    await page.getByText('Hi, agent.cbd').click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    const asked = page.getByRole('alertdialog', { name: '1 step is not sent.' })
    await asked.getByText('It waits here until you log in again.').waitFor()
    await pressByKey(asked.getByRole('button', { name: 'Logout' }))
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    expect(lost).toEqual(['key of the first'])

    const sent = await answerScans(context, asDone)
    await openSaved({ page, context }, 'agent.thika@tuma.test')
    await lookAgain(page)
    // The first one's tab may be open still: the API answers by the session, not by what the tab shows.
    await context.unroute(/api.agent.scan-in/)
    const asked401 = await context.request.get(`${product().url}/api/users/me`, {
      headers: { 'x-tuma-account': owner.account },
    })
    expect(asked401.status()).toBe(401)
    expect(sent).toEqual([])

    const again = await answerScans(context, asDone)
    await signIn(context, agent)
    await page.goto('/Agent')
    await expect.poll(() => again).toEqual(['key of the first'])
    complaints.splice(0)
  }))

test.each(['en', 'sw'])('the list is readable for all on a phone and at a desk (%s)', (language) =>
  visiting(async ({ page, context, complaints }) => {
    await page.addInitScript(`localStorage.setItem('tuma.language', '${language}')`)
    await answerScans(context, asLost)
    await signIn(context, agent)
    await page.goto('/Agent/saved')
    await screenIsThere(page)
    const me = await (await context.request.get(`${product().url}/api/users/me`)).json()
    const owner = { account: String(me._id), shop: shopKey(me) }
    const refused = { state: 'needsYou', tries: 1, answer: { code: 'parcel_held', message: 'This parcel is on hold.' } }
    await save(page, owner, 'key 1')
    await save(page, owner, 'key 2', refused)
    await lookAgain(page)
    await page.getByRole('row', { name: parcel }).nth(1).waitFor()
    for (const width of [widths.phone, 768, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await axeFaults(page)).toEqual([])
      await expect.poll(() => scrollsSideways(page)).toBe(false)
    }
    complaints.splice(0)
  }),
)
