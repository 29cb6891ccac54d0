import { type Layout, onLayout, usHit } from '@tuma/kit/keyboards'
import type { Page } from 'playwright-core'

/**
 * Types as a hand scanner that is set to a US keyboard, into whatever has the focus. The keys carry times of their own,
 * so that the page sees them as fast on a slow machine too.
 * @param end null: no key after the text
 */
export const scan = async (
  page: Page,
  text: string,
  { layout = 'US' as Layout, end = 'Enter' as 'Enter' | 'Tab' | null } = {},
) => {
  const keyboard = await page.context().newCDPSession(page)
  let timestamp = Date.now() / 1000
  const press = async (key: string, code: string, typed: string, modifiers: number): Promise<void> => {
    timestamp += 0.01
    const windowsVirtualKeyCode = { Enter: 13, Tab: 9 }[key] ?? typed.toUpperCase().charCodeAt(0)
    const held = { key, code, modifiers, windowsVirtualKeyCode, timestamp }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: typed, ...held })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...held })
  }
  for (const { key, code, shift } of [...text].map((one) => onLayout(layout, usHit(one))))
    await press(key, code, key, shift ? 8 : 0)
  if (end !== null) await press(end, end, end === 'Enter' ? '\r' : '', 0)
  await keyboard.detach()
}
