import type { Page } from 'playwright-core'
import { eventually } from '../people.ts'
import { retryOptions } from '../retried-requests.ts'

const keys = { headers: { 'sec-fetch-site': 'same-origin' } }

/** The handset behind `/dev/phone`: the newest request that waits there for this number. */
export const handset = (page: Page, phone: string) => {
  const { request } = page.context()
  const waiting = async (): Promise<string | undefined> => {
    const { prompts } = await (await request.get('/dev/phone/state', retryOptions)).json()
    return prompts.find((one: { phone: string }) => one.phone === phone)?.id
  }
  const press = async (key: 'pin' | 'cancel') => {
    const id = await eventually(waiting)
    const answer = await request.post(`/dev/phone/${key}`, { data: { id, pin: '1234' }, ...keys, ...retryOptions })
    return (await answer.json()).receipt as string
  }
  return { pays: () => press('pin'), cancels: () => press('cancel') }
}
