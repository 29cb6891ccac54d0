import { vi } from 'vitest'
import type { TestProduct } from './test-product.ts'

type OnScreen = { readonly id: string; readonly phone: string; readonly amount: number }

const stored = (phone: string): string => (phone.startsWith('0') ? `254${phone.slice(1)}` : phone)

/** The demonstration's phones, 07… or 254…, and the SMS to them. @param product as it is open now */
export const openDemoPhone = (product: () => Pick<TestProduct, 'stranger'>) => {
  /** The prompt that this phone shows, once it does. @param amount where the phone may show another one too */
  const onPhone = (phone: string, amount?: number): Promise<OnScreen> =>
    vi.waitUntil(
      async () => {
        const { body } = await product().stranger().get('/dev/phone/state')
        const isIt = (one: OnScreen) => one.phone === stored(phone) && (amount === undefined || one.amount === amount)
        return (body.prompts as OnScreen[]).find(isIt)
      },
      { timeout: 60_000, interval: 20 },
    )
  const press = (key: 'pin' | 'cancel', body: object) =>
    product()
      .stranger()
      .post(`/dev/phone/${key}`, body, { headers: { 'sec-fetch-site': 'same-origin' } })
  return {
    onPhone,
    press,
    pays: async (phone: string) => press('pin', { id: (await onPhone(phone)).id, pin: '1234' }),
    cancels: async (phone: string) => press('cancel', { id: (await onPhone(phone)).id }),
    async readSms(phone: string): Promise<string[]> {
      const { body } = await product().stranger({ accept: 'application/json' }).get('/dev/outbox')
      return body
        .filter(({ to }: { to: string }) => to.endsWith(phone.slice(1)))
        .map(({ text }: { text: string }) => text)
    },
  }
}
