import type { Rider } from '@tuma/contracts/api'
import { isSamePhone } from '@tuma/contracts/vocabulary'
import { confirm, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** True if no other rider has this phone, in any spelling, or if the admin confirms the same phone. */
export const useMayHavePhone = (riders: readonly Rider[]) => {
  const text = useText(texts)
  return async (phone: string, { title, yes }: { title: string; yes: string }): Promise<boolean> => {
    const other = riders.find((rider) => isSamePhone(rider.phone, phone))
    return !other || confirm({ title, text: text('riders.hasPhone', { name: other.name }), yes })
  }
}
