import { expect, test } from 'vitest'
import { widths } from './browser/browser.ts'
import { holdClock } from './browser/stopped-clock.ts'
import { signIn } from './people.ts'
import { leaves, openTestProduct } from './test-product.ts'

/** The other tests need this: a visitor finds nothing of the visitor before. */

const { visit } = openTestProduct()

test('a new visitor in a used browser context is not signed in, and all calls work', async () => {
  const first = await visit(widths.phone)
  await signIn(first.context, 'client@tuma.test')
  await first.context.route('**/api/contact', (route) => route.abort())
  await first.page.goto('/Client')
  await first.page.getByText('Welcome, Wanjiku').waitFor()
  await first.page.evaluate("localStorage.setItem('tuma.language', 'sw')")
  await first.context.setOffline(true)
  await first.leave()

  const next = await visit(widths.desk)
  expect(next.context, 'it is the same context').toBe(first.context)
  expect(await next.context.cookies()).toEqual([])
  const contact = next.page.waitForResponse('**/api/contact')
  await next.page.goto('/')
  expect((await contact).ok()).toBe(true)
  await expect
    .poll(() => next.page.evaluate("[localStorage.getItem('tuma.language'), innerWidth]"))
    .toEqual([null, widths.desk])
  await next.page.goto('/Client')
  await next.page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  await leaves(next)
})

test('a context with a script for all its pages is not used again', async () => {
  const first = await visit(widths.phone)
  await first.context.addInitScript("localStorage.setItem('tuma.language', 'sw')")
  await first.leave()
  const next = await visit(widths.phone)
  expect(next.context).not.toBe(first.context)
  await leaves(next)
})

test('a context whose clock was stopped is not used again', async () => {
  const first = await visit(widths.phone)
  await holdClock(first.page)
  await first.leave()
  const next = await visit(widths.phone)
  expect(next.context).not.toBe(first.context)
  await leaves(next)
})
